# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [2]
# ///
"""ReduceLROnPlateau monitors each rank's own validation loss. If it lowers the learning rate, the
rank calls a broadcast of the new rate. This happens only on rank 2."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.optim.lr_scheduler import ReduceLROnPlateau


def validation_loss(rank, epoch):
    return 1.0 if rank == 2 else 1.0 / (1 + epoch)  # rank 2 has difficult data


def sync_learning_rate(optimizer):
    lr = torch.tensor(optimizer.param_groups[0]["lr"])
    dist.broadcast(lr, src=0)
    for group in optimizer.param_groups:
        group["lr"] = lr.item()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    ddp = DDP(nn.Linear(6, 6))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    scheduler = ReduceLROnPlateau(optimizer, patience=2)
    for epoch in range(8):
        for _ in range(3):
            x = torch.randn(4, 6)
            optimizer.zero_grad()
            nn.functional.mse_loss(ddp(x), x).backward()
            optimizer.step()
        before = scheduler.get_last_lr()
        scheduler.step(validation_loss(rank, epoch))
        if scheduler.get_last_lr() != before:
            sync_learning_rate(optimizer)
        if rank == 0:
            print(f"epoch {epoch} lr {optimizer.param_groups[0]['lr']}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
