"""natural_bugs: a residual model whose blocks contain code that torch 2.11 itself gets wrong.

A pattern is a module of this folder with a class Block(width). Its compiled_parts() returns the
modules to compile.
"""

import allreduce_avg
import causal_context
import children_sharded
import dropout_budget
import inplace_function
import mutated_buffer
import no_bug
import recompile_storm
import scale_recomputed
import slice_scatter
import sync_recompile
import torch
import torch._functorch.config as functorch_config
import torch.nn.functional as F
from torch import nn

WIDTH, SEQUENCE, ROWS = 8, 16, 4  # ROWS is the number of rows of all ranks

PATTERNS = {
    "none": no_bug.Block,
    "allreduce_avg": allreduce_avg.Block,
    "causal_context": causal_context.Block,
    "children_sharded": children_sharded.Block,
    "dropout_budget": dropout_budget.Block,
    "inplace_function": inplace_function.Block,
    "mutated_buffer": mutated_buffer.Block,
    "recompile_storm": recompile_storm.Block,
    "scale_recomputed": scale_recomputed.Block,
    "slice_scatter": slice_scatter.Block,
    "sync_recompile": sync_recompile.Block,
}


class Model(nn.Module):
    def __init__(self, cell):
        super().__init__()
        self.blocks = nn.ModuleList(PATTERNS[cell.bug](WIDTH) for _ in range(cell.layers))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def model(cell):
    functorch_config.activation_memory_budget = cell.budget
    return Model(cell)


def layers(model):
    return [part for block in model.blocks for part in block.compiled_parts()]


def batch(cell, step):
    generator = torch.Generator().manual_seed(1000 * cell.seed + step)
    inputs = torch.randn(ROWS, SEQUENCE, WIDTH, generator=generator)
    return inputs, inputs.roll(1, dims=1)


def loss(model, inputs, targets):
    return F.mse_loss(model(inputs), targets)
