# /// gridlock
# ranks = 3
# verdict = "desync"
# class = "group membership"
# at_fault = [2]
# ///
"""Each rank works out for itself who its neighbors are, and passes that to new_group, where all
ranks must pass one list. Rank 2 takes the place of rank 1 in the group of rank 0, since rank 1 comes
late, and waits then."""

import time

import torch
import torch.distributed as dist


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    if rank == 1:
        time.sleep(1)
    neighbors = [0, 1] if rank < 2 else [1, 2]
    group = dist.new_group(neighbors)
    if rank in neighbors:
        dist.all_reduce(torch.ones(2), group=group)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
