"""DistributedDataParallel: the axes ddp, find_unused_parameters and static_graph."""

from torch.nn.parallel import DistributedDataParallel


def apply(model, cell):
    """Replicas over all ranks, context-parallel ones too (see sharding.py). Gives the wrapper, which is
    what to call: the model is its `module`."""
    return DistributedDataParallel(
        model,
        find_unused_parameters=cell.find_unused_parameters,
        static_graph=cell.static_graph,
    )
