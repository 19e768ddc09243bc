# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [0]
# ///
"""Rank 0 evaluates alone with the DDP-wrapped model instead of its module. DDP broadcasts the batch
norm's buffers before each forward pass, even in an evaluation."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


@torch.no_grad()
def evaluate(model):
    model.eval()
    losses = []
    for seed in range(3):
        x = torch.randn(16, 8, generator=torch.Generator().manual_seed(seed))
        losses.append(nn.functional.mse_loss(model(x), x).item())
    model.train()
    return sum(losses) / len(losses)


def train_epoch(ddp, optimizer):
    for _ in range(4):
        x = torch.randn(8, 8)
        loss = nn.functional.mse_loss(ddp(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    ddp = DDP(nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 8)))
    optimizer = torch.optim.Adam(ddp.parameters())
    for epoch in range(3):
        train_epoch(ddp, optimizer)
        if rank == 0:
            print(f"epoch {epoch} validation loss {evaluate(ddp):.4f}")
        dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
