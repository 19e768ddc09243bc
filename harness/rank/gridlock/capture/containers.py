"""Finds the containers, such as a ModuleList, around the modules that a script keeps as modules.
The script creates these containers, too, because it iterates over them."""

import torch

CONTAINERS = {
    kind: f"torch.nn.{kind.__name__}"
    for kind in (torch.nn.ModuleList, torch.nn.ModuleDict, torch.nn.Sequential)
}


def with_siblings(module, paths):
    """Returns the paths and, for each path in a container, the paths of all modules in that
    container. A script creates a container together with all of its modules."""
    found = {}
    for path in filter(None, paths):
        around, _, name = path.rpartition(".")
        container = module.get_submodule(around)
        names = container._modules if type(container) in CONTAINERS else [name]
        found |= dict.fromkeys(f"{around}.{n}".lstrip(".") for n in names)
    return list(found)


def containers(module, paths):
    """Returns {path: class} of all modules around the paths. The class of a module that is not a
    container is torch.nn.Module."""
    around = {}
    for path in paths:
        while path := path.rpartition(".")[0]:
            around[path] = CONTAINERS.get(type(module.get_submodule(path)), "torch.nn.Module")
    return around
