"""Groups {0, 1}, {1, 2}, {2, 0}. All ranks usually enter them in one order; at the fault, each of
the three first enters the group with the rank after it."""

import torch
import torch.distributed as dist

from gridlock import planting

RANKS = 3
groups = []  # group i: ranks i and i + 1


def prepare(cell):
    groups[:] = [dist.new_group(sorted([i, (i + 1) % RANKS])) for i in range(RANKS)]


def program(x):
    rank = dist.get_rank()
    if rank >= RANKS:
        return torch.zeros_like(x)
    mine = [rank, (rank - 1) % RANKS]
    total = x.detach().clone()
    for number in mine if planting.has_come() else sorted(mine):
        dist.all_reduce(total, group=groups[number])
    return total


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
