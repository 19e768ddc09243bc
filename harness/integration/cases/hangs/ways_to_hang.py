"""Functions that hang. A case and a script of a test call them."""

import time

import torch
import torch.distributed as dist


def crosswise():
    """Makes rank 0 wait in one group and rank 1 in another."""
    metrics = dist.new_group(group_desc="metrics")
    checkpoint = dist.new_group(group_desc="checkpoint")
    if dist.get_rank() == 0:
        dist.all_reduce(torch.ones(1), group=metrics)
    dist.barrier(group=checkpoint)


def sleeps():
    """Makes rank 1 sleep for ten minutes."""
    if dist.get_rank() == 1:
        time.sleep(600)
    dist.all_reduce(torch.ones(1))


def compiles():
    """Makes rank 1 compile for ten minutes."""
    double = torch.compile(lambda x: x * 2, backend=_slow)
    if dist.get_rank() == 1:
        double(torch.ones(1))
    dist.all_reduce(torch.ones(1))


def _slow(graph, inputs):
    time.sleep(600)
    return graph
