"""At the same place in the program, one rank calls all-gather and the other ranks call
all-reduce."""

import torch.distributed as dist

from gridlock import planting


def program(x):
    total = x.detach().clone()
    if planting.is_faulty():
        parts = total.new_empty(dist.get_world_size() * total.shape[0], *total.shape[1:])
        dist.all_gather_into_tensor(parts, total)
        return parts[: total.shape[0]]
    dist.all_reduce(total)
    return total


model, layers, batch, loss, parallelize = planting.toy(program)
