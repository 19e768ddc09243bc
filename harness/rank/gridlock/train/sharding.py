"""FSDP: what each value of the axis `fsdp` does to a model.

Parameters are sharded or replicated over all ranks, context-parallel ones too: each rank's loss is
the mean over its own, equally many tokens, so that the mean over all ranks is the global gradient.
"""

import torch
from torch.distributed._composable.replicate_with_fsdp import replicate
from torch.distributed.fsdp import FSDPModule, MixedPrecisionPolicy, fully_shard

from gridlock.train import groups

_DTYPES = {"fp32": None, "bf16": torch.bfloat16, "fp16": torch.float16}


def _replicate(module, cell, device, policy):
    replicate(module, mesh=groups.world(cell, device), mp_policy=policy)


def _full_shard(module, cell, device, policy):
    fully_shard(module, mesh=groups.world(cell, device), mp_policy=policy)


def _full_shard_no_reshard(module, cell, device, policy):
    mesh = groups.world(cell, device)
    fully_shard(module, mesh=mesh, mp_policy=policy, reshard_after_forward=False)


def _hybrid_shard(module, cell, device, policy):
    fully_shard(module, mesh=groups.hybrid(cell, device), mp_policy=policy)


MODES = {
    "replicate": _replicate,
    "full_shard": _full_shard,
    "full_shard_no_reshard": _full_shard_no_reshard,
    "hybrid_shard": _hybrid_shard,
}


def copies_of_a_shard(cell):
    """How many ranks hold the same part of a gradient."""
    if cell.fsdp == "replicate":
        return cell.world_size
    if cell.fsdp == "hybrid_shard":
        return 2 if cell.world_size % 2 == 0 else 1
    return 1


def apply(model, blocks, cell, device):
    """Wraps each block, then the rest of the model, in place."""
    dtype = _DTYPES[cell.precision]
    policy = MixedPrecisionPolicy(param_dtype=dtype, reduce_dtype=dtype)
    wrap = MODES[cell.fsdp]
    for block in blocks:
        wrap(block, cell, device, policy)
    wrap(model, cell, device, policy)
    if device.type == "cpu":
        reduce_by_sum(model)
    configure(model, cell)


def reduce_by_sum(model):
    """gloo has neither AVG nor PREMUL_SUM: sum, and divide afterwards."""
    for module in fsdp_modules(model):
        module.set_force_sum_reduction_for_comms(True)


def configure(model, cell):
    """The axes config.fsdp.NAME (gridlock/settings/modules.py)."""
    pool = cell.get("config.fsdp.allocate_memory_from_process_group_for_comm")
    by_sum = cell.get("config.fsdp.force_sum_reduction_for_comms")
    unshard = cell.get("config.fsdp.unshard_in_backward")
    for module in fsdp_modules(model):
        if pool is not None:
            module.set_allocate_memory_from_process_group_for_comm(pool)
        if by_sum is not None:
            module.set_force_sum_reduction_for_comms(by_sum)
        if unshard is not None:
            module.set_unshard_in_backward(unshard)


def fsdp_modules(model):
    return [module for module in model.modules() if isinstance(module, FSDPModule)]
