"""Tensor parallelism: the axis tp. Neighbors split the linear layers of each block that the case's
split_layers(block) names, {"attention.q": "columns"}, and have the whole of everything else."""

from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

from gridlock.train import groups

_STYLES = {"columns": ColwiseParallel, "rows": RowwiseParallel}


def apply(case, blocks, cell, device):
    """In place, before FSDP shards the parts."""
    mesh = groups.parts(cell, device, "tp")["tp"]
    for block in blocks:
        styles = {name: _STYLES[way]() for name, way in case.split_layers(block).items()}
        parallelize_module(block, mesh, styles)
