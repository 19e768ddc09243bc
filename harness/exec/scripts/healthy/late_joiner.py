# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""Rank 3 warms up a cache for five seconds before it calls init_process_group. The other ranks wait
for it in that call."""

import os
import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


def warm_cache(rank):
    time.sleep(5.0 if rank == 3 else 0.0)
    return torch.randn(32, 8, generator=torch.Generator().manual_seed(rank))


def main():
    rank = int(os.environ["RANK"])
    data = warm_cache(rank)
    dist.init_process_group("gloo")
    ddp = DDP(nn.Linear(8, 8))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    for step, x in enumerate(data.split(8)):
        loss = nn.functional.mse_loss(ddp(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.barrier()


if __name__ == "__main__":
    main()
    dist.destroy_process_group()  # DDP must be freed first, or torch 2.11 may hang
