# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""Data-parallel training with DDP, like PyTorch's examples. There is one process per GPU with NCCL,
or several processes on the CPU with gloo."""

import argparse
import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--lr", type=float, default=0.05)
    parser.add_argument("--cpu", action="store_true", help="even where there is a GPU")
    return parser.parse_args()


def setup(use_cpu):
    local_rank = int(os.environ["LOCAL_RANK"])
    if torch.cuda.is_available() and not use_cpu:
        device = torch.device("cuda", local_rank)
        torch.cuda.set_device(device)
        dist.init_process_group("nccl", device_id=device)
    else:
        device = torch.device("cpu")
        dist.init_process_group("gloo")
    return device


def make_loader(batch_size):
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(256, 20, generator=generator)
    dataset = TensorDataset(x, x.sum(dim=1, keepdim=True))
    sampler = DistributedSampler(dataset)
    return DataLoader(dataset, batch_size=batch_size, sampler=sampler), sampler


def train_epoch(ddp, optimizer, loader, device):
    for x, y in loader:
        loss = nn.functional.mse_loss(ddp(x.to(device)), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.detach()


def main():
    args = parse_args()
    device = setup(args.cpu)
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 1)).to(device)
    ddp = DDP(model, device_ids=[device.index] if device.type == "cuda" else None)
    optimizer = torch.optim.SGD(ddp.parameters(), lr=args.lr)
    loader, sampler = make_loader(args.batch_size)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        loss = train_epoch(ddp, optimizer, loader, device)
        dist.all_reduce(loss)
        if dist.get_rank() == 0:
            print(f"epoch {epoch} loss {loss.item() / dist.get_world_size():.4f}")
    dist.barrier()


if __name__ == "__main__":
    main()
    dist.destroy_process_group()  # DDP must be freed first, or torch 2.11 may hang
