# /// gridlock
# ranks = 4
# verdict = "crash"
# class = "exited early"
# at_fault = [3]
# sentence = "Rank 3 finished after all_reduce #10; ranks 0, 1 and 2 were in all_reduce #11 at exits_early.py:34, which rank 3 never called"
# ///
"""Rank 3 has processed all of its data and exits cleanly. The other ranks still train, and their
connections to rank 3 close."""

import sys

import torch
import torch.distributed as dist
import torch.nn as nn


def batches(rank):
    for _ in range(5 if rank == 3 else 6):
        yield torch.randn(8, 6)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    model = nn.Linear(6, 6)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches(rank):
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad)
            parameter.grad /= dist.get_world_size()
        optimizer.step()
    print(f"rank {rank} has finished with loss {loss.item():.4f}")
    sys.exit(0)


if __name__ == "__main__":
    main()
