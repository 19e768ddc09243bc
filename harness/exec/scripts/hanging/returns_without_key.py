# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "dead peer"
# at_fault = [1]
# sentence = "Ranks 0, 2 wait for store key 'rejected/1' at .* rank 1, which is gone.*"
# ///
"""Ranks report through the store how many samples they rejected. Rank 1 has nothing to report and
exits cleanly."""

import sys

import torch
import torch.distributed as dist


def main():
    dist.init_process_group("gloo")
    rank, world_size = dist.get_rank(), dist.get_world_size()
    store = dist.distributed_c10d._get_default_store()
    for _ in range(3):
        dist.all_reduce(torch.ones(4))
    rejected = [] if rank == 1 else [3, 5]
    if not rejected:
        dist.destroy_process_group()
        sys.exit(0)
    store.set(f"rejected/{rank}", str(rejected))
    store.wait([f"rejected/{other}" for other in range(world_size)])


main()
