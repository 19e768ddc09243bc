"""An all-reduce of equally many elements on all ranks, which are int32 on one rank. The result is
not used, so that the loss stays finite."""

import torch
import torch.distributed as dist

from gridlock import planting


def program(x):
    total = x.detach().clone()
    if planting.is_faulty():
        total = total.to(torch.int32)
    dist.all_reduce(total)
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
