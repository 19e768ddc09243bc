"""Replicates a model with DistributedDataParallel, as the axes ddp, find_unused_parameters and
static_graph state."""

from torch.nn.parallel import DistributedDataParallel


def apply(model, cell):
    """Replicates the model over all ranks, including context-parallel ranks (see sharding.py).
    Returns the wrapper, which is the module to call. Its attribute `module` is the model."""
    return DistributedDataParallel(
        model,
        find_unused_parameters=cell.find_unused_parameters,
        static_graph=cell.static_graph,
    )
