"""Tensor parallelism: the axis tp. Neighbors split the linear layers of each block that the case's
split_layers(block) names, {"attention.q": "columns"}, and have the whole of everything else. With
sequence_parallel they have some positions each of what lies between those layers, as the case's
split_sequence(block) says."""

import functools

from torch.distributed.tensor import Shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

from gridlock.train import groups

_POSITIONS = 1  # the dimension of [rows, positions, width]


def apply(case, blocks, cell, device):
    """In place, before FSDP shards the parts."""
    mesh = groups.parts(cell, device, "tp")["tp"]
    if cell.get("config.inductor._micro_pipeline_tp"):
        share_memory(mesh)
    for block in blocks:
        parallelize_module(block, mesh, _styles(case, block, cell))


def _styles(case, block, cell):
    ways = {"columns": ColwiseParallel, "rows": RowwiseParallel}
    between = {}
    if cell.sequence_parallel:
        ways["rows"] = functools.partial(RowwiseParallel, output_layouts=Shard(_POSITIONS))
        between = case.split_sequence(block)
    return {name: ways[way]() for name, way in case.split_layers(block).items()} | between


def share_memory(mesh):
    """Asynchronous tensor parallelism: Inductor fuses products with the collectives around them only for
    groups whose ranks see each other's memory. Torch says that nobody needs to ask for it, and looks
    whether somebody has (torch 2.11, _inductor/fx_passes/micro_pipeline_tp.py)."""
    from torch.distributed import _symmetric_memory

    _symmetric_memory.enable_symm_mem_for_group(mesh.get_group().group_name)
