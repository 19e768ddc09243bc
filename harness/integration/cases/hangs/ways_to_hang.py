"""Hangs that a case and a script share."""

import time

import torch
import torch.distributed as dist


def crosswise():
    """Rank 0 waits in one group, rank 1 in another."""
    metrics = dist.new_group(group_desc="metrics")
    checkpoint = dist.new_group(group_desc="checkpoint")
    if dist.get_rank() == 0:
        dist.all_reduce(torch.ones(1), group=metrics)
    dist.barrier(group=checkpoint)


def sleeps():
    """Rank 1 sleeps for ten minutes."""
    if dist.get_rank() == 1:
        time.sleep(600)
    dist.all_reduce(torch.ones(1))


def compiles():
    """Rank 1 compiles for ten minutes."""
    double = torch.compile(lambda x: x * 2, backend=_slow)
    if dist.get_rank() == 1:
        double(torch.ones(1))
    dist.all_reduce(torch.ones(1))


def _slow(graph, inputs):
    time.sleep(600)
    return graph
