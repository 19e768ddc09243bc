# /// gridlock
# ranks = 4
# verdict = "crash"
# class = "killed"
# at_fault = [1]
# sentence = "Rank 1 was killed by SIGKILL; (not by the kernel for lack of memory, as its counters say|the kernel does this when memory runs out \\(see dmesg\\))"
# ///
"""Rank 1 is killed from outside, as the kernel does when memory runs out. The other ranks wait for
its gradients."""

import os
import signal

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


def load(rank, step):
    if (rank, step) == (1, 3):
        os.kill(os.getpid(), signal.SIGKILL)  # stands in for the OOM killer
    return torch.randn(8, 6)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    ddp = DDP(nn.Linear(6, 6))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    for step in range(8):
        x = load(rank, step)
        loss = nn.functional.mse_loss(ddp(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
