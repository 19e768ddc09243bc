# /// gridlock
# ranks = 4
# verdict = "crash"
# class = "raised"
# at_fault = [2]
# sentence = "Rank 2 raised IndexError at rank_raises.py:33 \\(main\\): Target 4 is out of bounds"
# ///
"""Rank 2's data has a label outside of the model's classes, so the rank raises. The other ranks
lose their peer in the middle of an all-reduce."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP

CLASSES = 4


def batch(rank, step):
    labels = torch.randint(CLASSES, (8,))
    if (rank, step) == (2, 3):
        labels[0] = CLASSES
    return torch.randn(8, 6), labels


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    ddp = DDP(nn.Linear(6, CLASSES))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    for step in range(8):
        x, labels = batch(rank, step)
        loss = nn.functional.cross_entropy(ddp(x), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
