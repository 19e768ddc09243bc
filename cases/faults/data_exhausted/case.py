"""One rank has one batch less than the others. It waits in the barrier at the end of the epoch, in
a separate group, while the other ranks continue to train."""

import torch.distributed as dist

from gridlock import planting

epoch = None


def fault():
    dist.barrier(epoch)


def model(cell):
    global epoch
    epoch = dist.new_group()
    return make(cell)


make, layers, batch, loss = planting.in_dense(fault)
