"""One rank skips an all-reduce of a group and goes on to the next group, where it waits for the
others."""

import torch.distributed as dist

from gridlock import planting

everybody = None


def prepare(cell):
    global everybody
    everybody = dist.new_group()


def program(x):
    if planting.is_faulty():
        return x
    total = x.detach().clone()
    dist.all_reduce(total, group=everybody)
    return total


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
