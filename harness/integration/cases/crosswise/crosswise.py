"""A hang that a case and a script share: rank 0 waits in one group, rank 1 in another."""

import torch
import torch.distributed as dist


def average_metrics():
    metrics = dist.new_group(group_desc="metrics")
    checkpoint = dist.new_group(group_desc="checkpoint")
    if dist.get_rank() == 0:
        dist.all_reduce(torch.ones(1), group=metrics)
    dist.barrier(group=checkpoint)
