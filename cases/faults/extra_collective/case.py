"""One rank calls all-reduce once more than the other ranks. These wait for it in the harness's own
all-reduce, which uses another group."""

import torch.distributed as dist

from gridlock import planting

everybody = None


def prepare(cell):
    global everybody
    everybody = dist.new_group()


def program(x):
    total = x.detach().clone()
    dist.all_reduce(total, group=everybody)
    if planting.is_faulty():
        dist.all_reduce(total, group=everybody)
    return total


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
