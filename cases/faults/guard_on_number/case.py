"""On one rank, the graph contains a counter of the program as a constant. The compiler guards on
the value of the counter, so that rank compiles again in every step."""

import torch.distributed as dist

from gridlock import planting

_number = 0


def prepare(cell):
    planting.compile_afresh()


def program(x):
    return x * 0.001 * _number


def batch(cell, step):
    global _number
    _number = step if dist.get_rank() == planting.faulty_rank() else 0
    return _batch(cell, step)


model, layers, _batch, loss, parallelize = planting.toy(program, prepare)
