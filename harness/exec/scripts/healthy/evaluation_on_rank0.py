# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""Rank 0 evaluates alone for some seconds. It calls ddp.module, not ddp, so it makes no collective
calls. The other ranks wait in the backward pass of the next step."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


@torch.no_grad()
def evaluate(model, seconds):
    model.eval()
    until, losses = time.monotonic() + seconds, []
    while time.monotonic() < until:
        x = torch.randn(64, 8)
        losses.append(nn.functional.mse_loss(model(x), x))
    model.train()
    return torch.stack(losses).mean().item()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    ddp = DDP(nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8)))
    optimizer = torch.optim.Adam(ddp.parameters(), lr=1e-2)
    for epoch in range(2):
        for _ in range(5):
            x = torch.randn(16, 8)
            optimizer.zero_grad()
            nn.functional.mse_loss(ddp(x), x).backward()
            optimizer.step()
        if rank == 0:
            print(f"epoch {epoch}: validation loss {evaluate(ddp.module, seconds=2):.4f}")
    dist.barrier()


if __name__ == "__main__":
    main()
    dist.destroy_process_group()  # DDP must be freed first, or torch 2.11 may hang
