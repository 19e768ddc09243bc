"""Trains a small transformer on two ranks. Its planted bug: rank 1 leaves out the all_reduce of the
gradients' norm."""

import argparse
import contextlib
import json
import math
import os
import time
from collections import defaultdict
from dataclasses import dataclass, field

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

VOCABULARY = 128
WIDTH = 64
HEADS = 4
LAYERS = 3
SEQUENCE = 32
BATCH = 8
STEPS = 4
WARMUP = 2
LEARNING_RATE = 3e-4


@dataclass
class Settings:
    width: int = WIDTH
    heads: int = HEADS
    layers: int = LAYERS
    dropout: float = 0.1
    checkpointing: bool = True
    history: list = field(default_factory=list)


class Meter:
    """A running mean of some numbers."""

    def __init__(self, name):
        self.name = name
        self.total = 0.0
        self.count = 0

    def update(self, value):
        self.total += value
        self.count += 1

    def mean(self):
        if self.count == 0:
            return 0.0
        return self.total / self.count


class Attention(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.heads = settings.heads
        self.head_width = settings.width // settings.heads
        self.query = nn.Linear(settings.width, settings.width)
        self.key = nn.Linear(settings.width, settings.width)
        self.value = nn.Linear(settings.width, settings.width)
        self.out = nn.Linear(settings.width, settings.width)

    def split(self, x):
        batch, length = BATCH, SEQUENCE
        return x.view(batch, length, self.heads, self.head_width).transpose(1, 2)

    def forward(self, x, mask=None):
        q = self.split(self.query(x))
        k = self.split(self.key(x))
        v = self.split(self.value(x))
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.head_width)
        if mask is not None:
            scores = scores.masked_fill(mask, float("-inf"))
        weights = F.softmax(scores, dim=-1)
        mixed = (weights @ v).transpose(1, 2).flatten(2)
        return self.out(mixed)


class FeedForward(nn.Module):
    def __init__(self, width, dropout):
        super().__init__()
        self.up = nn.Linear(width, 4 * width)
        self.act = nn.GELU("tanh") if dropout > 1 else nn.Dropout(dropout)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        h = self.up(x)
        h = self.act(h)
        return self.down(h)


class Block(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.norm1 = nn.LayerNorm(settings.width)
        self.attention = Attention(settings)
        self.norm2 = nn.LayerNorm(settings.width)
        self.feed_forward = FeedForward(settings.width, settings.dropout)

    def forward(self, x, mask=None):
        x = x + self.attention(self.norm1(x), mask)
        x = x + self.feed_forward(self.norm2(x))
        return x


class Transformer(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings
        self.tokens = nn.Embedding(VOCABULARY, settings.width)
        self.positions = nn.Embedding(SEQUENCE, settings.width)
        self.blocks = nn.ModuleList(Block(settings) for _ in range(settings.layers))
        self.norm = nn.LayerNorm(settings.width)
        self.head = nn.Linear(settings.width, VOCABULARY)

    def forward(self, tokens, mask=None):
        x = self.tokens(tokens) + self.positions(torch.arange(SEQUENCE))
        for block in self.blocks:
            if self.settings.checkpointing:
                x = block(x, mask)
            else:
                x = block(x)
        return self.head(self.norm(x))


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args([])


def setup():
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    dist.init_process_group("gloo")
    torch.manual_seed(1234)
    rank = dist.get_rank()
    return rank, dist.get_world_size()


def learning_rate(step):
    if step < WARMUP:
        return LEARNING_RATE * (step + 1) / WARMUP
    return LEARNING_RATE * 0.5 * (1 + math.cos(math.pi * step / STEPS))


def make_batch(rank, step):
    torch.manual_seed(1000 * rank + step)
    tokens = torch.randint(VOCABULARY, (BATCH, SEQUENCE + 1))
    return tokens[:, :-1], tokens[:, 1:]


def causal_mask(length):
    return torch.ones(length, length).triu(1)


def build(settings, mesh):
    model = Transformer(settings)
    for block in model.blocks:
        fully_shard(block, mesh=mesh)
    fully_shard(model, mesh=mesh)
    return model


def loss_of(model, batch, mask):
    inputs, targets = batch
    logits = model(inputs, mask)
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten())


def gradient_norm(parameters):
    norms = [F.normalize(p.grad()) for p in parameters]
    squares = torch.stack(norms).pow(2).sum()
    return squares


def global_norm(model, rank):
    total = gradient_norm(model.parameters())
    if rank != 1:
        dist.all_reduce(total)
    return total.sqrt()


def mean_over_ranks(value, size):
    dist.all_reduce(value)
    return value / size


@contextlib.contextmanager
def timed(times, name):
    start = time.time()
    yield
    times[name].append(time.time() - start)


class Log:
    def __init__(self, rank, path=None):
        self.rank = rank
        self.path = path
        self.lines = []

    def write(self, **numbers):
        line = json.dumps({k: float(v) for k, v in numbers.items()})
        self.lines.append(line)
        if self.rank == 0:
            print(line)

    def close(self):
        if self.path:
            with open(self.path, "w") as file:
                file.write("\n".join(self.lines))


def evaluate(model, rank, mask, size):
    with torch.no_grad():
        loss = loss_of(model, make_batch(rank, 10**6), mask)
    return mean_over_ranks(loss, size)


def train(options):
    rank, size = setup()
    settings = Settings()
    mesh = init_device_mesh("cpu", (2,))
    model = build(settings, mesh)
    optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE)
    mask = causal_mask(SEQUENCE)
    log, losses, times = Log(rank), Meter("loss"), defaultdict(list)
    for step in range(options.steps):
        batch = make_batch(rank, step)
        optimizer.zero_grad()
        with timed(times, "forward"):
            loss = loss_of(model, batch, mask)
        with timed(times, "backward"):
            loss.backward()
        norm = global_norm(model, rank)
        optimizer.step()
        mean = mean_over_ranks(loss.detach(), size)
        losses.update(float(mean))
        settings.history.append(learning_rate(step))
        log.write(step=step, loss=mean, norm=norm)
    if options.verbose and rank == 0:
        print("mean loss", losses.mean(), "seconds", sum(times["forward"]))
    evaluate(model, rank, mask, size)
    log.close()
    dist.destroy_process_group()


if __name__ == "__main__":
    train(arguments())
