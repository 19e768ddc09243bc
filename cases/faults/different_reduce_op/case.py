"""An all-reduce with MAX on one rank and SUM on the others."""

import torch.distributed as dist

from gridlock import planting


def program(x):
    total = x.detach().clone()
    dist.all_reduce(total, dist.ReduceOp.MAX if planting.is_faulty() else dist.ReduceOp.SUM)
    return total


model, layers, batch, loss, parallelize = planting.toy(program)
