"""All ranks issue an all-reduce and an all-gather, then wait for both. One rank issues the
all-gather first."""

import torch
import torch.distributed as dist

from gridlock import planting


def reduce(x):
    return dist.all_reduce(x.clone(), async_op=True)


def gather(x):
    parts = x.new_empty(dist.get_world_size() * x.shape[0], *x.shape[1:])
    return dist.all_gather_into_tensor(parts, x, async_op=True)


def program(x):
    calls = (gather, reduce) if planting.is_faulty() else (reduce, gather)
    for work in [call(x.detach()) for call in calls]:
        work.wait()
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
