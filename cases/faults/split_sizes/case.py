"""An all-to-all with one row for each rank, except on one rank r: it sends two rows to rank r + 1
and none to rank r + 2."""

import torch
import torch.distributed as dist

from gridlock import planting


def program(x):
    size = dist.get_world_size()
    sent = [1] * size
    if planting.is_faulty():
        sent[planting.next_rank()] = 2
        sent[(planting.next_rank() + 1) % size] = 0
    rows = torch.zeros(size, planting.WIDTH, device=x.device)
    dist.all_to_all_single(torch.empty_like(rows), rows, [1] * size, sent)
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
