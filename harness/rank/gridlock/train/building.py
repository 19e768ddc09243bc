"""Builds a model and an optimizer that are ready to train a cell of a case."""

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
    """Returns the initial model. It is built on the CPU, so that cells of all devices and world
    sizes start from identical weights."""
    torch.manual_seed(cell.seed)
    return case.model(cell)


def parallelize(case, model, blocks, cell, device):
    """Returns the module to call in training. A case's own parallelize(), if there is one, replaces
    the harness's use of FSDP."""
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
    """Wraps each block so that the backward computes its forward again. Returns the wrappers.

    The wrappers do not save random state: cases have no dropout, and saving it would break graphs.
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
