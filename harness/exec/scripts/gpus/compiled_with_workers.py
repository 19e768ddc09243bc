# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "cross-group cycle"
# ///
"""Rank 0 waits in an all-reduce, rank 1 in a barrier of the CPUs, after the compiler has used its
worker processes. A thread of the compiler still lives then, which only stops the workers."""

import os
import time

import torch
import torch.distributed as dist
import torch.nn as nn


def build(device):
    layers = [nn.Sequential(nn.Linear(64, 64), nn.LayerNorm(64), nn.GELU()) for _ in range(3)]
    return nn.Sequential(*layers).to(device)


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    cpu_group = dist.new_group(backend="gloo")
    model = build(device)
    compiled = torch.compile(model)
    compiled(torch.ones(8, 64, device=device)).sum().backward()
    time.sleep(10)  # the workers are ready
    torch.compiler.reset()
    compiled = torch.compile(nn.Sequential(model, nn.Tanh(), nn.LayerNorm(64, device=device)))
    for step in range(6):
        loss = compiled(torch.ones(8, 64, device=device)).square().mean()
        loss.backward()
        value = loss.detach().clone()
        dist.all_reduce(value)
        print(f"step {step} loss {value.item():.4f}", flush=True)
    if rank == 0:
        dist.all_reduce(value)
        value.item()
    dist.barrier(cpu_group)
    if rank == 1:
        dist.all_reduce(value)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
