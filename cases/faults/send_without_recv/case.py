"""One rank sends to its neighbor. The neighbor does not receive and continues."""

import torch
import torch.distributed as dist

from gridlock import planting


def program(x):
    if planting.is_faulty():
        dist.send(x.detach(), planting.next_rank())
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
