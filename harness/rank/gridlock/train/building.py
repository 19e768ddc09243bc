"""Builds a model and an optimizer that are ready to train, from a case and a cell."""

import torch
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper

from gridlock.train import compiling, expert_parallel, float8, groups, optimizing, pipeline
from gridlock.train import replicas, sharding, tensor_parallel


def build(case, cell, device):
    model = initial_model(case, cell)
    if cell.pp > 1:
        model = pipeline.stage(case, model, cell)
    model.to(device)
    blocks = list(case.layers(model))
    if cell.precision == "fp8":
        float8.convert(blocks)
    if cell.precision == "tf32":
        torch.set_float32_matmul_precision("high")
    if cell.tp > 1:
        tensor_parallel.apply(case, blocks, cell, device)
    if cell.ep > 1:
        expert_parallel.apply(case, model, cell, device)
    if cell.activation_checkpointing:
        blocks = checkpoint(model, blocks)
    if cell.compile == "before_fsdp":
        compiling.apply(model, blocks, cell)
    model = parallelize(case, model, blocks, cell, device)
    if cell.compile == "after_fsdp":
        compiling.apply(model, blocks, cell)
    return model, optimizing.optimizer_of(case, model, cell, device)


def initial_model(case, cell):
    """Returns the model on the CPU, so that cells on every device and world size start from
    identical weights."""
    torch.manual_seed(cell.seed)
    return case.model(cell)


def parallelize(case, model, blocks, cell, device):
    """Returns the module to call. If the case has its own parallelize(), that function replaces the
    harness's use of FSDP."""
    if hasattr(case, "parallelize"):
        case.parallelize(model, cell, groups.data_and_context(cell, device))
    elif cell.ddp:
        return replicas.apply(model, cell)
    else:
        if cell.ep > 1:
            expert_parallel.shard(case, model, cell, device)
        sharding.apply(model, blocks, cell, device)
    return model


def checkpoint(model, blocks):
    """Wraps each block so that the backward recomputes its forward. Returns the wrappers.

    The wrappers keep no random state, because cases have no dropout and keeping it breaks graphs.
    """
    wrappers = {block: checkpoint_wrapper(block, preserve_rng_state=False) for block in blocks}
    parents = {
        child: (parent, name)
        for parent in model.modules()
        for name, child in parent.named_children()
    }
    for block, wrapper in wrappers.items():
        parent, name = parents[block]
        parent.register_module(name, wrapper)
    return list(wrappers.values())
