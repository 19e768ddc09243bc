# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [0]
# ///
"""The `if rank == 0` that prints the validation loss also averages it over all ranks. The other
ranks continue training, and their gradients wait for rank 0."""

import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


@torch.no_grad()
def validate(model, metrics, device):
    x = torch.randn(32, 8, device=device)
    loss = nn.functional.mse_loss(model(x), x)
    dist.all_reduce(loss, group=metrics)
    return loss.item() / dist.get_world_size()


def train_epoch(ddp, optimizer, device):
    total = 0.0
    for _ in range(4):
        x = torch.randn(16, 8, device=device)
        loss = nn.functional.mse_loss(ddp(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    torch.manual_seed(rank)
    metrics = dist.new_group(list(range(dist.get_world_size())))
    dist.barrier(metrics)
    model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 8)).to(device)
    ddp = DDP(model, device_ids=[device])
    optimizer = torch.optim.Adam(ddp.parameters())
    for epoch in range(3):
        total = train_epoch(ddp, optimizer, device)
        if rank == 0:
            mean = validate(model, metrics, device)
            print(f"epoch {epoch}: training loss {total:.4f}, validation loss {mean:.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
