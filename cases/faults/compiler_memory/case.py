"""One rank's compiler allocates gigabytes for a small graph, then releases the memory."""

import torch
import torch.distributed as dist

from gridlock import planting

GIB = 2


def prepare(cell):
    if dist.get_rank() == planting.faulty_rank():
        planting.on_each_graph(_take_memory)


def _take_memory(graph):
    torch.ones(GIB * 2**28).sum()


def program(x):
    return x.sin()


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
