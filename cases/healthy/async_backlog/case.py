"""Works accumulate on two groups. Ranks interleave the groups' calls in different orders. That is
legal as long as no rank waits before all calls are issued. With NCCL it is not legal, because a
group's members connect, and wait for one another, in their first call."""

import torch
import torch.distributed as dist

from gridlock import planting

CALLS = 200
groups = []


def prepare(cell):
    groups[:] = [dist.new_group(), dist.new_group()]


def program(x):
    other_order = dist.get_rank() % 2 == 0 and not x.is_cuda
    order = groups[::-1] if other_order else groups
    works = [
        dist.all_reduce(torch.ones(8, device=x.device), group=group, async_op=True)
        for group in order
        for _ in range(CALLS)
    ]
    for work in works:
        work.wait()
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
