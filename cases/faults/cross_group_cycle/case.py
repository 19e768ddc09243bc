"""Ranks 0 and 1 share two groups, A and B. At the fault, rank 0 enters A and then B, and rank 1
enters B and then A."""

import torch
import torch.distributed as dist

from gridlock import planting

groups = []


def prepare(cell):
    groups[:] = [dist.new_group([0, 1]) for _ in "AB"]


def program(x):
    if dist.get_rank() > 1:
        return torch.zeros_like(x)
    turned = planting.has_come() and dist.get_rank() == 1
    total = x.detach().clone()
    for group in reversed(groups) if turned else groups:
        dist.all_reduce(total, group=group)
    return total


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
