# /// gridlock
# ranks = 3
# verdict = "desync"
# class = "group membership"
# at_fault = [2]
# ///
"""Each rank passes the list of its own neighbors to new_group, although all ranks must pass the
same list. Rank 1 arrives late. By then rank 2 has taken rank 1's place in the group of rank 0, so
rank 1 waits."""

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
