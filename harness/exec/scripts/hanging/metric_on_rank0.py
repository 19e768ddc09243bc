# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [0]
# ///
"""The `if rank == 0` that prints the validation loss also averages it over all ranks. The other
ranks continue training."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


@torch.no_grad()
def validate(model, metrics):
    x = torch.randn(32, 8)
    loss = nn.functional.mse_loss(model(x), x)
    dist.all_reduce(loss, group=metrics)
    return loss.item() / dist.get_world_size()


def train_epoch(ddp, optimizer):
    for _ in range(4):
        x = torch.randn(16, 8)
        loss = nn.functional.mse_loss(ddp(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    metrics = dist.new_group(backend="gloo")  # scalars on the CPU
    model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 8))
    ddp = DDP(model)
    optimizer = torch.optim.Adam(ddp.parameters())
    for epoch in range(3):
        train_epoch(ddp, optimizer)
        if rank == 0:
            print(f"epoch {epoch}: validation loss {validate(model, metrics):.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
