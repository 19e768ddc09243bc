# /// gridlock
# ranks = 4
# verdict = "stall"
# class = "stopped rank"
# at_fault = [1]
# ///
"""A rank whose loss is out of bounds sends itself SIGSTOP, so that a user can attach a debugger. No
user does."""

import os
import signal

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP

LIMIT = 100.0


def stop_for_debugger(loss):
    pid = os.getpid()
    print(f"loss {loss:.1f}: gdb -p {pid}, then kill -CONT {pid}", flush=True)
    os.kill(pid, signal.SIGSTOP)


def batch(rank, step):
    x = torch.randn(8, 16)
    return x * 1000 if (rank, step) == (1, 4) else x


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    ddp = DDP(nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 1)))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=1e-3)
    for step in range(8):
        loss = ddp(batch(rank, step)).square().mean()
        if loss.item() > LIMIT:
            stop_for_debugger(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
