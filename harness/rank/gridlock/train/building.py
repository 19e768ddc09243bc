"""From a case and a cell to a model and an optimizer that are ready to train."""

import torch
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper

from gridlock.train import compiling, groups, sharding


def build(case, cell, device):
    model = initial_model(case, cell)
    blocks = list(case.layers(model))
    if cell.activation_checkpointing:
        blocks = checkpoint(model, blocks)
    model.to(device)
    if cell.compile == "before_fsdp":
        compiling.apply(model, blocks, cell)
    parallelize(case, model, blocks, cell, device)
    if cell.compile == "after_fsdp":
        compiling.apply(model, blocks, cell)
    return model, optimizer_of(case, model)


def initial_model(case, cell):
    """On CPU, so that every device and world size starts from the same weights."""
    torch.manual_seed(cell.seed)
    return case.model(cell)


def optimizer_of(case, model):
    """A case with its own optimizer() replaces the harness's AdamW."""
    if hasattr(case, "optimizer"):
        return case.optimizer(model.parameters())
    # One kernel for all parameters: torch's default loop costs more than the toy model itself.
    return torch.optim.AdamW(model.parameters(), lr=1e-3, fused=True)


def parallelize(case, model, blocks, cell, device):
    """A case with its own parallelize() replaces FSDP as the harness applies it."""
    if hasattr(case, "parallelize"):
        case.parallelize(model, cell, groups.data_and_context(cell, device))
    else:
        sharding.apply(model, blocks, cell, device)


def checkpoint(model, blocks):
    """Puts each block into a wrapper that recomputes its forward; gives the wrappers.

    No random state is kept: cases have no dropout, and keeping it breaks graphs.
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
