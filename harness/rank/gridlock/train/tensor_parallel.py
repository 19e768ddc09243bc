"""Splits linear layers over ranks (tensor parallelism, the axis tp). The case's split_layers(block)
names the layers of a block to split, such as {"attention.q": "columns"}. Neighboring ranks split
these layers and hold all other layers whole. With sequence_parallel, each neighbor holds only some
positions of the activations between the split layers; the case's split_sequence(block) says
where."""

import functools

from torch.distributed.tensor import Shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

from gridlock.train import groups

_POSITIONS = 1  # index of the positions in [rows, positions, width]


def apply(case, blocks, cell, device):
    """Splits the layers in place. Must precede FSDP, which shards the resulting parts."""
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
    """Enables asynchronous tensor parallelism: inductor fuses products with the collectives around
    them. That needs a group whose ranks can access each other's memory. Torch's documentation calls
    this request unnecessary, but torch 2.11 checks for it
    (_inductor/fx_passes/micro_pipeline_tp.py)."""
    from torch.distributed import _symmetric_memory

    _symmetric_memory.enable_symm_mem_for_group(mesh.get_group().group_name)
