"""A scatter from rank 0, except on one rank, which calls it as a scatter from rank 2."""

import torch
import torch.distributed as dist

from gridlock import planting


def program(x):
    root = 2 if planting.is_faulty() else 0
    whole = x.detach().clone()
    parts = [whole] * dist.get_world_size() if dist.get_rank() == root else None
    part = torch.empty_like(whole)
    dist.scatter(part, parts, src=root)
    return part


model, layers, batch, loss, parallelize = planting.toy(program)
