"""The same place in the program, an all-gather on one rank and an all-reduce on the others."""

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
