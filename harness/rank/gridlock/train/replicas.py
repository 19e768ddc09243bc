"""Replicates a model with DistributedDataParallel. The axes ddp, find_unused_parameters and
static_graph determine how."""

from torch.nn.parallel import DistributedDataParallel


def apply(model, cell):
    """Replicates the model over all ranks, including context-parallel ranks (see sharding.py).
    Returns the wrapper. The wrapper is the module to call, and its attribute `module` is the
    model."""
    return DistributedDataParallel(
        model,
        find_unused_parameters=cell.find_unused_parameters,
        static_graph=cell.static_graph,
    )
