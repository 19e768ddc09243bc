"""One rank receives from its neighbor. The neighbor sends nothing and continues."""

import torch
import torch.distributed as dist

from gridlock import planting


def program(x):
    if planting.is_faulty():
        dist.recv(x.detach().clone(), planting.previous_rank())
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
