"""Applies each value of the axis `fsdp` to a model.

Parameters are sharded or replicated over all ranks, including context-parallel ranks. Each rank's
loss is the mean over the rank's own tokens. All ranks have equally many tokens, so the mean of the
ranks' gradients is the global gradient.
"""

import torch
from torch.distributed._composable.replicate_with_fsdp import replicate
from torch.distributed.fsdp import FSDPModule, MixedPrecisionPolicy, fully_shard

from gridlock.train import groups

_DTYPES = {
    "fp32": None,
    "tf32": None,
    "bf16": torch.bfloat16,
    "fp16": torch.float16,
    "fp8": torch.bfloat16,
}


def _replicate(module, mesh, policy):
    replicate(module, mesh=mesh, mp_policy=policy)


def _full_shard(module, mesh, policy):
    fully_shard(module, mesh=mesh, mp_policy=policy)


def _full_shard_no_reshard(module, mesh, policy):
    fully_shard(module, mesh=mesh, mp_policy=policy, reshard_after_forward=False)


MODES = {
    "replicate": _replicate,
    "full_shard": _full_shard,
    "full_shard_no_reshard": _full_shard_no_reshard,
    "hybrid_shard": _full_shard,  # over a mesh with two dimensions
}


def holders(model, cell):
    """Returns [P]: for each gradient, the number of ranks that hold the same part. Only for cells
    whose ranks hold different parts of the model."""
    gradients = [p.grad for p in model.parameters() if p.grad is not None]
    return torch.tensor([_holders(gradient, cell) for gradient in gradients])


def _holders(gradient, cell):
    parts = cell.pp
    for size, placement in zip(gradient.device_mesh.shape, gradient.placements):
        parts *= 1 if placement.is_replicate() else size
    return cell.world_size // parts


def copies_of_a_shard(cell):
    """Returns the number of ranks that hold the same part of a gradient. If the number differs
    between gradients, returns 1, and holders() has the numbers."""
    if groups.is_split(cell):
        return 1
    if cell.fsdp == "replicate":
        return cell.world_size
    if cell.fsdp == "hybrid_shard":
        return 2 if cell.world_size % 2 == 0 else 1
    return 1


def apply(model, blocks, cell, device):
    """Wraps each block, then the rest of the model, in place."""
    hybrid = cell.fsdp == "hybrid_shard"
    mesh = groups.hybrid(cell, device) if hybrid else groups.replicas(cell, device)
    wrap(blocks, mesh, cell)
    wrap([model], mesh, cell)
    if device.type == "cpu":
        reduce_by_sum(model)
    configure(model, cell)


def wrap(modules, mesh, cell):
    dtype = _DTYPES[cell.precision]
    policy = MixedPrecisionPolicy(param_dtype=dtype, reduce_dtype=dtype)
    for module in modules:
        MODES[cell.fsdp](module, mesh, policy)


def reduce_by_sum(model):
    """Makes FSDP sum gradients and then divide them. gloo has no reduction that does both (AVG,
    PREMUL_SUM)."""
    for module in fsdp_modules(model):
        module.set_force_sum_reduction_for_comms(True)


def configure(model, cell):
    """Applies the axes config.fsdp.NAME to the model (gridlock/settings/modules.py)."""
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
