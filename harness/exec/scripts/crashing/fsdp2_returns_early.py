# /// gridlock
# ranks = 4
# verdict = "crash"
# class = "exited early"
# at_fault = [2]
# sentence = "Rank 2 finished after reduce_scatter_tensor #\\d+; ranks 0, 1 and 3 were in all_gather_into_tensor #\\d+ at fsdp2_returns_early.py:49, which rank 2 never called"
# ///
"""Rank 2 skips a batch whose loss is too large, so it runs out of data one batch before the other
ranks. Its process exits as if nothing were wrong."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.fsdp import fully_shard

WIDTH = 12
BATCHES = 6


def batches(rank):
    for number in range(BATCHES):
        x = torch.randn(4, WIDTH)
        if (rank, number) == (2, 3):
            x *= 1e6
        if x.abs().max() < 1e3:
            yield x


def build():
    model = nn.Sequential(*(nn.Linear(WIDTH, WIDTH) for _ in range(4)))
    for layer in model:
        fully_shard(layer)
    fully_shard(model)
    return model


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    model = build()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for x in batches(rank):
        train_step(model, optimizer, x)
    print(f"rank {rank} has finished")


def train_step(model, optimizer, x):
    loss = (model(x) - x).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()


if __name__ == "__main__":
    main()
