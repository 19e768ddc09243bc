# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""Nobody reads the loss. Rank 1 takes a break of 4 s in step 40 and in step 80. Meanwhile, rank 0
launches kernels until its queue is full, and stands in a launch."""

import os
import time

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
    model, optimizer = build(device)
    for step in range(300):
        loss = train_step(model, optimizer, device)
        if step in (40, 80) and rank == 1:
            time.sleep(4)
    print(f"loss {loss.item():.6f}", flush=True)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
