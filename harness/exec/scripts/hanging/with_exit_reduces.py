# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [2]
# sentence = ".* Rank 2 is handling ValueError: empty shard, raised at with_exit_reduces.py:29, while it waits in all_reduce #.*"
# ///
"""A timer sums its seconds over all ranks when its `with` block ends, even by an exception. Rank 2
raises within the block and waits in this all-reduce. The other ranks are in an all_gather."""

import contextlib
import time

import torch
import torch.distributed as dist


@contextlib.contextmanager
def timed():
    seconds = torch.tensor([time.perf_counter()])
    try:
        yield
    finally:
        dist.all_reduce(seconds)


def read_shard(rank, step):
    if (rank, step) == (2, 2):
        raise ValueError("empty shard")
    return torch.randn(16)


def main():
    dist.init_process_group("gloo")
    rank, size = dist.get_rank(), dist.get_world_size()
    for step in range(4):
        with timed():
            shards = [torch.empty(16) for _ in range(size)]
            dist.all_gather(shards, read_shard(rank, step))
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
