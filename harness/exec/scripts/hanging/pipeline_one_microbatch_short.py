# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "unmatched receive"
# at_fault = [0]
# ///
"""A pipeline has three stages. The loader of the first stage drops the incomplete last microbatch,
for which the later stages still wait."""

import math

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.utils.data import DataLoader

WIDTH = 8
SAMPLES = 30
MICROBATCH = 4


def first_stage(stage):
    data = torch.randn(SAMPLES, WIDTH)
    for x in DataLoader(data, batch_size=MICROBATCH, drop_last=True):
        dist.send(pad(stage(x)).detach(), dst=1)


def pad(x):
    return nn.functional.pad(x, (0, 0, 0, MICROBATCH - len(x)))


def later_stage(stage, rank, last):
    loss = 0.0
    x = torch.empty(MICROBATCH, WIDTH)
    for _ in range(math.ceil(SAMPLES / MICROBATCH)):
        dist.recv(x, src=rank - 1)
        y = stage(x)
        if rank < last:
            dist.send(y.detach(), dst=rank + 1)
        else:
            loss += y.square().mean().item()
    return loss


def main():
    dist.init_process_group("gloo")
    rank, last = dist.get_rank(), dist.get_world_size() - 1
    stage = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.Tanh())
    for epoch in range(2):
        if rank == 0:
            first_stage(stage)
        else:
            loss = later_stage(stage, rank, last)
            if rank == last:
                print(f"epoch {epoch} loss {loss:.4f}")
        dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
