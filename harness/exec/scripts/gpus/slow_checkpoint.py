# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""Rank 0 writes a checkpoint for six seconds while rank 1 waits at the next step's collectives."""

import os
import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl")
    torch.manual_seed(0)
    ddp = DDP(nn.Linear(8, 8).to(device), device_ids=[device])
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    for step in range(6):
        x = torch.randn(16, 8, device=device)
        loss = (ddp(x) - x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f}")
        if dist.get_rank() == 0 and step == 2:
            time.sleep(6)  # stands in for the cluster's slow file system
    dist.barrier()


if __name__ == "__main__":
    main()
    dist.destroy_process_group()  # DDP must be freed first, or torch 2.11 may hang
