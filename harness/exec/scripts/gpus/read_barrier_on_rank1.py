# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [1]
# ///
"""The same as ahead_barrier_on_rank1, but the ranks read their loss in each step."""

import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel


def build(device):
    torch.manual_seed(0)
    blocks = [nn.Sequential(nn.Linear(512, 512), nn.LayerNorm(512), nn.GELU()) for _ in range(8)]
    model = DistributedDataParallel(nn.Sequential(*blocks).to(device), device_ids=[device.index])
    return model, torch.optim.AdamW(model.parameters(), lr=1e-3, foreach=False)


def train_step(model, optimizer, device):
    x = torch.randn(64, 512, device=device)
    loss = nn.functional.mse_loss(model(x), x.tanh())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    cpu_group = dist.new_group(backend="gloo")
    model, optimizer = build(device)
    for step in range(300):
        loss = train_step(model, optimizer, device)
        loss.item()
        if step == 40 and rank == 1:
            dist.barrier(cpu_group)
    print(f"loss {loss.item():.6f}", flush=True)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
