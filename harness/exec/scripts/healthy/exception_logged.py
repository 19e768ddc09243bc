# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""Rank 1 skips a bad sample and logs the exception through sys.excepthook, as loggers do. Then it
trains on, with the others, for longer than a rank may take to exit."""

import sys
import time

import torch
import torch.distributed as dist


def load(rank, step):
    if rank == 1 and step == 1:
        raise ValueError("bad sample")


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    loss = torch.ones(4)
    for step in range(4):
        try:
            load(rank, step)
        except ValueError:
            sys.excepthook(*sys.exc_info())
        dist.all_reduce(loss)
        time.sleep(1)
    if rank == 1:
        time.sleep(8)  # quiet for longer than the time in which a rank must have exited
    dist.barrier()
    dist.destroy_process_group()


main()
