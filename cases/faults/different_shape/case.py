"""An all-reduce of half as many elements on one rank."""

import torch
import torch.distributed as dist

from gridlock import planting


def program(x):
    total = x.detach().clone()
    if planting.is_faulty():
        total = total[:, : planting.SEQUENCE // 2].contiguous()
    dist.all_reduce(total)
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
