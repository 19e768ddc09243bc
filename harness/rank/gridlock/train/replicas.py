"""DistributedDataParallel: the axes ddp, find_unused_parameters and static_graph."""

from torch.nn.parallel import DistributedDataParallel


def apply(model, cell):
    """Replicates over all ranks, context-parallel ones too (see sharding.py). Returns the wrapper,
    which is the module to call; the model is its `module`."""
    return DistributedDataParallel(
        model,
        find_unused_parameters=cell.find_unused_parameters,
        static_graph=cell.static_graph,
    )
