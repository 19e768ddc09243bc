"""One rank's data ends a step early. That rank waits at the barrier at the end of the epoch, in a
separate group. The other ranks continue to train."""

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
