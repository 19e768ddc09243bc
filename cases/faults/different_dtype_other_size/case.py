"""An all-reduce of equally many elements on all ranks, which are float64 on one rank."""

import torch
import torch.distributed as dist

from gridlock import planting


def program(x):
    total = x.detach().clone()
    if planting.is_faulty():
        total = total.to(torch.float64)
    dist.all_reduce(total)
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
