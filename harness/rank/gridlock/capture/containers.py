"""What is around modules that stay modules of their own: lists and the like that a script goes
through."""

import torch

CONTAINERS = {
    kind: f"torch.nn.{kind.__name__}"
    for kind in (torch.nn.ModuleList, torch.nn.ModuleDict, torch.nn.Sequential)
}


def with_siblings(module, paths):
    """A container is made with all that it contains."""
    found = {}
    for path in filter(None, paths):
        around, _, name = path.rpartition(".")
        container = module.get_submodule(around)
        names = container._modules if type(container) in CONTAINERS else [name]
        found |= dict.fromkeys(f"{around}.{n}".lstrip(".") for n in names)
    return list(found)


def containers(module, paths):
    """{path: class} of what is around the paths; what is no container holds them only."""
    around = {}
    for path in paths:
        while path := path.rpartition(".")[0]:
            around[path] = CONTAINERS.get(type(module.get_submodule(path)), "torch.nn.Module")
    return around
