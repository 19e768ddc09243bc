"""A Llama-like transformer at toy size: RMSNorm, rotary embedding, grouped-query attention, SwiGLU.

Sizes are multiples of 2 x 32, so that every context-parallel degree up to 32 can split the
sequence, even in zigzag order. Up to 16 data-parallel ranks can split the batch.
"""

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributed.tensor import Replicate, Shard
from torch.distributed.tensor.parallel import PrepareModuleInput, PrepareModuleInputOutput, SequenceParallel

import gridlock

VOCABULARY = 256
WIDTH = 64
HEADS = 4
KV_HEADS = 2
HEAD_WIDTH = WIDTH // HEADS
HIDDEN = 192
BATCH = 16
SEQUENCE = 64


def rotate(x, positions):
    """Applies rotary embedding to x [B, H, S, D] in fp32: bf16 is too coarse for angles."""
    half = x.shape[-1] // 2
    frequencies = 10000.0 ** (-torch.arange(half, device=x.device) / half)
    angles = positions.unsqueeze(1) * frequencies
    cos, sin = angles.cos(), angles.sin()
    a, b = x.float().chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1).to(x.dtype)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(WIDTH, HEADS * HEAD_WIDTH, bias=False)
        self.k = nn.Linear(WIDTH, KV_HEADS * HEAD_WIDTH, bias=False)
        self.v = nn.Linear(WIDTH, KV_HEADS * HEAD_WIDTH, bias=False)
        self.out = nn.Linear(HEADS * HEAD_WIDTH, WIDTH, bias=False)

    def forward(self, x, positions):
        heads = (-1, HEAD_WIDTH)
        q, k, v = (w(x).unflatten(-1, heads).transpose(1, 2) for w in (self.q, self.k, self.v))
        mixed = gridlock.attention(rotate(q, positions), rotate(k, positions), v, causal=True)
        return self.out(mixed.transpose(1, 2).flatten(2))


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(WIDTH, HIDDEN, bias=False)
        self.up = nn.Linear(WIDTH, HIDDEN, bias=False)
        self.down = nn.Linear(HIDDEN, WIDTH, bias=False)

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention_norm = nn.RMSNorm(WIDTH, eps=1e-5)
        self.attention = Attention()
        self.feed_forward_norm = nn.RMSNorm(WIDTH, eps=1e-5)
        self.feed_forward = FeedForward()

    def forward(self, x, positions):
        x = x + self.attention(self.attention_norm(x), positions)
        return x + self.feed_forward(self.feed_forward_norm(x))


class Transformer(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(layers))
        self.norm = nn.RMSNorm(WIDTH, eps=1e-5)
        self.out = nn.Linear(WIDTH, VOCABULARY, bias=False)

    def forward(self, tokens):
        # Positions are integers: FSDP would cast a floating-point argument to its precision.
        positions = gridlock.positions()
        x = self.embedding(tokens)
        for block in self.blocks:
            x = block(x, positions)
        return self.out(self.norm(x))


class Stage(nn.Module):
    """One of `count` consecutive parts of a transformer."""

    def __init__(self, transformer, number, count):
        super().__init__()
        blocks = transformer.blocks
        first, end = number * len(blocks) // count, (number + 1) * len(blocks) // count
        self.embedding = transformer.embedding if number == 0 else nn.Identity()
        self.blocks = blocks[first:end]
        is_last = number == count - 1
        self.out = nn.Sequential(transformer.norm, transformer.out) if is_last else nn.Identity()

    def forward(self, x):
        positions = gridlock.positions()
        x = self.embedding(x)
        for block in self.blocks:
            x = block(x, positions)
        return self.out(x)


def model(cell):
    transformer = Transformer(cell.layers)
    for module in transformer.modules():
        if isinstance(module, nn.Linear):
            # The variance stays 1 from layer to layer. Attention is therefore far from uniform at
            # the first step, so that a wrong mask shows in the loss.
            nn.init.normal_(module.weight, std=module.in_features**-0.5)
    return transformer


def layers(model):
    return model.blocks


def stage(model, number, count):
    return Stage(model, number, count)


def split_layers(block):
    """Returns how neighboring ranks split the heads and the hidden units."""
    into = ["attention.q", "attention.k", "attention.v", "feed_forward.gate", "feed_forward.up"]
    out_of = ["attention.out", "feed_forward.down"]
    return dict.fromkeys(into, "columns") | dict.fromkeys(out_of, "rows")


def split_sequence(block):
    """Returns how neighboring ranks split the positions of activations that lie between the split
    layers: of the residual stream and of the norms."""
    part, whole = Shard(1), Replicate()
    positions = None  # None: positions are not split
    return {
        "": PrepareModuleInputOutput(
            input_layouts=(whole, positions),
            desired_input_layouts=(part, positions),
            use_local_input=True,
            output_layouts=part,
            desired_output_layouts=whole,
        ),
        "attention_norm": SequenceParallel(),
        "attention": PrepareModuleInput(
            input_layouts=(part, positions), desired_input_layouts=(whole, positions)
        ),
        "feed_forward_norm": SequenceParallel(),
        "feed_forward": PrepareModuleInput(input_layouts=part, desired_input_layouts=whole),
    }


def batch(cell, step):
    """Returns inputs and next tokens [B, S] of the global batch. All cells with the same seed get
    the same batch."""
    generator = torch.Generator().manual_seed(1000 * cell.seed + step)
    tokens = torch.randint(0, VOCABULARY, (BATCH, SEQUENCE + 1), generator=generator)
    return tokens[:, :-1], tokens[:, 1:]


def loss(model, inputs, targets):
    logits = model(inputs).float()
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten())
