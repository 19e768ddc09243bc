"""Finds the containers, such as lists, around modules that stay separate modules. A script iterates
over containers."""

import torch

CONTAINERS = {
    kind: f"torch.nn.{kind.__name__}"
    for kind in (torch.nn.ModuleList, torch.nn.ModuleDict, torch.nn.Sequential)
}


def with_siblings(module, paths):
    """Adds the siblings of each path. A script creates a container together with all modules in
    it."""
    found = {}
    for path in filter(None, paths):
        around, _, name = path.rpartition(".")
        container = module.get_submodule(around)
        names = container._modules if type(container) in CONTAINERS else [name]
        found |= dict.fromkeys(f"{around}.{n}".lstrip(".") for n in names)
    return list(found)


def containers(module, paths):
    """Returns {path: class} of the modules around the paths. The class is torch.nn.Module for a
    module that is not a container."""
    around = {}
    for path in paths:
        while path := path.rpartition(".")[0]:
            around[path] = CONTAINERS.get(type(module.get_submodule(path)), "torch.nn.Module")
    return around
