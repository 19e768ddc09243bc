"""{name}: small attention blocks with a multilayer perceptron each.

The harness calls the four functions at the end. It splits the global batch over the data-parallel
ranks and the sequence over the context-parallel ranks. It compiles and shards the modules that
layers() returns, and trains the model. Therefore no code in this file depends on the rank.
"""

import torch
import torch.nn.functional as F
from torch import nn

import gridlock

FEATURES = 32
BATCH = 8
SEQUENCE = 64  # a multiple of 2 x cp


class Block(nn.Module):
    def __init__(self, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(FEATURES)
        self.qkv = nn.Linear(FEATURES, 3 * FEATURES)
        self.out = nn.Linear(FEATURES, FEATURES)
        self.mlp = nn.Sequential(
            nn.LayerNorm(FEATURES),
            nn.Linear(FEATURES, 4 * FEATURES),
            nn.GELU(),
            nn.Linear(4 * FEATURES, FEATURES),
        )

    def forward(self, x):
        # [batch, heads, this rank's part of the sequence, features of a head].
        q, k, v = (
            part.unflatten(-1, (self.heads, -1)).transpose(1, 2)
            for part in self.qkv(self.norm(x)).chunk(3, dim=-1)
        )
        mixed = gridlock.attention(q, k, v, causal=True)
        x = x + self.out(mixed.transpose(1, 2).flatten(2))
        return x + self.mlp(x)


class Model(nn.Module):
    def __init__(self, layers, heads):
        super().__init__()
        self.blocks = nn.ModuleList(Block(heads) for _ in range(layers))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def model(cell):
    """Returns the model of a cell, on the CPU. Every rank builds the same model."""
    return Model(cell.layers, cell.heads)


def layers(model):
    """Returns the blocks that are compiled, sharded and checkpointed one by one."""
    return model.blocks


def batch(cell, step):
    """Returns the global inputs and targets of a step (0, 1, …), [batch, sequence, …]. They must be
    the same in every cell."""
    generator = torch.Generator().manual_seed(1000 * cell.seed + step)
    inputs = torch.randn(BATCH, SEQUENCE, FEATURES, generator=generator)
    return inputs, inputs.roll(1, dims=1)


def loss(model, inputs, targets):
    """Returns the mean over the given tokens, which are the tokens of this rank."""
    return F.mse_loss(model(inputs).float(), targets)
