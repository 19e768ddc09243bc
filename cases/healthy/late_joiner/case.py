"""One rank creates a new group later than the other ranks, which wait in the creation of the
group."""

import time

import torch.distributed as dist

from gridlock import planting

everybody = None


def prepare(cell):
    global everybody
    if dist.get_rank() == cell.faulty_rank:
        time.sleep(4)
    everybody = dist.new_group()


def program(x):
    total = x.detach().clone()
    dist.all_reduce(total, group=everybody)
    return total


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
