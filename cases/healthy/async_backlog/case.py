"""Many works are open on two groups before any rank waits. Ranks interleave the calls of the two
groups in different orders. With gloo, this is legal as long as no rank waits before it has issued
all calls. With NCCL it is not legal: in the first call of a group, its members connect and wait for
each other."""

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
