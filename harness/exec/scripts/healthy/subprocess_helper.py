# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""Rank 1 runs a helper program for five seconds and reads all of its output. The other ranks are
already in their backward pass."""

import subprocess
import sys

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP

HELPER = "import time; [(print(i / 8, flush=True), time.sleep(0.6)) for i in range(8)]"


def decode():
    helper = subprocess.run([sys.executable, "-c", HELPER], capture_output=True, check=True)
    return torch.tensor([float(line) for line in helper.stdout.split()])


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    ddp = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    for step in range(6):
        x = decode() if (rank, step) == (1, 3) else torch.randn(8)
        loss = ddp(x).square().sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.barrier()


if __name__ == "__main__":
    main()
    dist.destroy_process_group()  # DDP must be freed first, or torch 2.11 may hang
