"""A model in which every sum is exact. If two cells differ in a bit, something is wrong.

Weights are -1, 0 or 1. Activations and gradients are small integers (gradients in units of 1/1024,
because the loss is a mean over 1024 tokens). Therefore no addition rounds in any precision, and no
bit depends on the order of additions or on which kernel or rank makes them. The softmax of the
attention is exact, too: each query should read one key. The score of that key exceeds the other
scores by 1024, and exp(-1024) is 0 even in fp64. Only the next position's key has a higher score,
and the causal mask hides that key.

A weight changes its sign if its gradient is an odd number of units, so all weights stay -1, 0 or 1.
If a gradient is doubled, halved, lost or taken from another rank, the wrong signs change.
"""

import torch
import torch.nn.functional as F
from torch import nn

import gridlock

VOCABULARY = 64
WIDTH = 64
HIDDEN = 76  # not divisible by 8: seven ranks hold 10 rows each, and one holds 6
BATCH = 16
SEQUENCE = 64
TOKENS = BATCH * SEQUENCE
TARGETS = 8 * WIDTH  # a target counts only if it is below WIDTH


def sparse(rows, columns, per_row):
    """Returns [rows, columns] with `per_row` values of -1 or 1 in each row, evenly spread."""
    weight = torch.zeros(rows, columns)
    for _ in range(per_row):
        order = torch.randperm(columns).repeat(-(-rows // columns))[:rows]
        weight[torch.arange(rows), order] = signs(rows)
    return weight


def signs(*shape):
    return torch.randint(0, 2, shape) * 2.0 - 1.0


class Routed(nn.Module):
    """Attention in which position p reads position route[p]."""

    def __init__(self, route):
        super().__init__()
        self.v = nn.Linear(WIDTH, WIDTH, bias=False)
        self.v.weight = nn.Parameter(sparse(WIDTH, WIDTH, 1))
        following = torch.eye(SEQUENCE + 1)[1:, :-1]
        # Attention divides scores by 8, the square root of the width.
        queries = 16384 * following + 8192 * torch.eye(SEQUENCE)[route]
        self.register_buffer("queries", queries, persistent=False)
        self.register_buffer("keys", torch.eye(SEQUENCE), persistent=False)

    def forward(self, x, positions):
        v = self.v(x)
        codes = (table[positions].to(v.dtype).expand_as(v) for table in (self.queries, self.keys))
        q, k, v = (tensor.unsqueeze(1).contiguous() for tensor in (*codes, v))
        return gridlock.attention(q, k, v, causal=True).squeeze(1)


class Block(nn.Module):
    def __init__(self, route):
        super().__init__()
        self.attention = Routed(route)
        self.up = nn.Linear(WIDTH, HIDDEN, bias=False)
        self.up.weight = nn.Parameter(sparse(HIDDEN, WIDTH, 2))
        self.down = nn.Linear(HIDDEN, WIDTH, bias=False)
        self.down.weight = nn.Parameter(sparse(WIDTH, HIDDEN, 1))

    def forward(self, x, positions):
        x = x + self.attention(x, positions)
        return x + self.down(F.relu(self.up(x)))


class Integers(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, WIDTH)
        self.embedding.weight = nn.Parameter(torch.randint(-1, 2, (VOCABULARY, WIDTH)).float())
        here = torch.arange(SEQUENCE)
        routes = [here // 2, here - here.clamp(max=3)]
        self.blocks = nn.ModuleList(Block(routes[layer % 2]) for layer in range(layers))
        self.gain = nn.Parameter(signs(WIDTH))

    def forward(self, tokens):
        positions = gridlock.positions()
        x = self.embedding(tokens)
        for block in self.blocks:
            x = block(x, positions)
        return x * self.gain.to(x.dtype)


class Flip(torch.optim.Optimizer):
    """Changes the sign of a weight whose gradient is an odd number of units."""

    def __init__(self, parameters):
        super().__init__(parameters, {})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for parameter in group["params"]:
                odd = (parameter.grad * TOKENS).remainder(2)
                parameter.mul_(1 - 2 * odd).add_(0.0)  # adding 0 turns -0 into 0


def model(cell):
    return Integers(cell.layers)


def layers(model):
    return model.blocks


def optimizer(parameters):
    return Flip(parameters)


def batch(cell, step):
    """Returns the global batch [B, S] of tokens and targets."""
    generator = torch.Generator().manual_seed(1000 * cell.seed + step)
    shape = (BATCH, SEQUENCE)
    return [torch.randint(0, many, shape, generator=generator) for many in (VOCABULARY, TARGETS)]


def loss(model, inputs, targets):
    """Returns the mean over tokens of the output with the number `target`. Most tokens have no
    target that counts, and add 0."""
    counts = targets < WIDTH
    number = torch.where(counts, targets, 0).unsqueeze(-1)
    chosen = model(inputs).float().gather(-1, number).squeeze(-1)
    return torch.where(counts, chosen, 0.0).mean()
