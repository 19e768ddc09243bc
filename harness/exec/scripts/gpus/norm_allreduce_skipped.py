# /// gridlock
# ranks = 2
# verdict = "desync"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""FSDP2 with a hand-written gradient norm. The loss is averaged over all ranks in every step. In
step 4 rank 1 reuses an old norm, so rank 0's norm pairs with rank 1's loss. Both have one element,
and the ranks stop only at the next call. With --cpu, on gloo, this is a deadlock."""

import argparse
import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.fsdp import fully_shard

WIDTH = 128
MAX_NORM = 1.0


def setup():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", action="store_true")
    if parser.parse_args().cpu:
        dist.init_process_group("gloo")
        return torch.device("cpu")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    return device


def build(device):
    model = nn.Sequential(*(nn.Linear(WIDTH, WIDTH) for _ in range(4))).to(device)
    for layer in model:
        fully_shard(layer)
    return fully_shard(model)


def clip(model, step):
    grads = [parameter.grad.to_local() for parameter in model.parameters()]
    squares = torch.stack([grad.square().sum() for grad in grads]).sum()
    if (dist.get_rank(), step) != (1, 4):
        dist.all_reduce(squares)
    scale = (MAX_NORM / (squares.sqrt() + 1e-6)).clamp(max=1.0)
    for grad in grads:
        grad.mul_(scale)


def mean_loss(loss):
    total = loss.detach().clone()
    dist.all_reduce(total)
    return total.item() / dist.get_world_size()


def main():
    device = setup()
    torch.manual_seed(0)
    model = build(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(10):
        x = torch.randn(16, WIDTH, device=device)
        loss = nn.functional.mse_loss(model(x), x)
        loss.backward()
        clip(model, step)
        optimizer.step()
        optimizer.zero_grad()
        mean = mean_loss(loss)
        if dist.get_rank() == 0:
            print(f"step {step} loss {mean:.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
