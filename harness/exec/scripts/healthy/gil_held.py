# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""Rank 1 computes a checksum with one very long integer. The C code holds the GIL for some seconds,
so no other thread of rank 1 runs. The other ranks wait in an all-reduce."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn


def checksum(rank, step):
    exponent = 11_000_000 if (rank, step) == (1, 1) else 1_000
    return (3**exponent) % 1_000_003


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        began = time.perf_counter()
        check = torch.tensor(checksum(rank, step))
        seconds = time.perf_counter() - began
        dist.all_reduce(check)
        loss = model(torch.randn(4, 8)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        dist.all_reduce(model.weight.grad)
        optimizer.step()
        if rank < 2:
            print(f"rank {rank} step {step} check {check.item()} in {seconds:.2f} s")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
