"""Groups {0, 1}, {1, 2}, {2, 0}. All ranks usually enter the groups in one order. At the fault, the
three ranks each first enter the group that they share with the next rank."""

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
