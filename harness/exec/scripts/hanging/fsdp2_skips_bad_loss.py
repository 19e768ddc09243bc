# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""A step whose loss is not finite is skipped, but only on the rank that sees this loss. Rank 1
starts the next forward pass while the other ranks run backward."""

import math

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.fsdp import fully_shard

WIDTH = 12


def load_batch(rank, step):
    x = torch.randn(4, WIDTH)
    if rank == 1 and step == 2:
        x[0, 0] = float("nan")
    return x


def train_step(model, optimizer, x):
    optimizer.zero_grad()
    try:
        loss = (model(x) - x).square().mean()
        if not math.isfinite(loss.item()):
            raise FloatingPointError(f"loss is {loss.item()}")
    except FloatingPointError as error:
        print(f"rank {dist.get_rank()}: step skipped: {error}")
        return
    loss.backward()
    optimizer.step()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    model = nn.Sequential(*(nn.Linear(WIDTH, WIDTH) for _ in range(4)))
    for layer in model:
        fully_shard(layer)
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(6):
        train_step(model, optimizer, load_batch(rank, step))
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
