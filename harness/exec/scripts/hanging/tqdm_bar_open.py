# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [0]
# ///
"""Rank 0 shows its progress with tqdm. The monitor thread of tqdm sleeps for ten seconds at a time.
Rank 0 skips the last all-reduce, because it already has the metric."""

import torch
import torch.distributed as dist
from tqdm import tqdm


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    steps, loss = dist.new_group(), torch.ones(1)
    for _ in tqdm(range(20), disable=rank != 0):
        if rank == 0 and loss.item() < 1e-9:
            break
        dist.all_reduce(loss, group=steps)
        loss /= 9
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
