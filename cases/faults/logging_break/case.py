"""A debugging print in the forward of one rank breaks its graph in two."""

import torch.distributed as dist

from gridlock import planting


def program(x):
    x = x.sin()
    if dist.get_rank() == planting.faulty_rank():
        print("the forward has come here")
    return x.cos()


model, layers, batch, loss, parallelize = planting.toy(program)
