"""Three ranks share the groups {0, 1}, {1, 2} and {2, 0}, and usually enter them in the same order.
At the fault, each rank first enters the group that it shares with the next rank."""

import torch
import torch.distributed as dist

from gridlock import planting

RANKS = 3
groups = []  # group i has ranks i and i + 1


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
