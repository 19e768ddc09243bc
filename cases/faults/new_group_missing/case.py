"""All ranks must call new_group, but one rank skips it."""

import torch
import torch.distributed as dist

from gridlock import planting


def program(x):
    if planting.has_come() and not planting.is_faulty():
        dist.new_group()
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
