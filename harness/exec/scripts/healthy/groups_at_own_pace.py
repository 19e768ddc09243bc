# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""Two pairs of ranks train two models with different numbers of steps, each in its own group. All
meet at the end. The collectives of the two groups are independent."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP

JOBS = {"small": ([0, 1], 4, 0.1), "large": ([2, 3], 20, 0.3)}  # ranks, steps, seconds per step


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    groups = {name: dist.new_group(ranks) for name, (ranks, *_) in JOBS.items()}
    name = next(name for name, (ranks, *_) in JOBS.items() if rank in ranks)
    _, steps, pause = JOBS[name]
    torch.manual_seed(rank)
    ddp = DDP(nn.Linear(8, 8), process_group=groups[name])
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    for _ in range(steps):
        time.sleep(pause)
        x = torch.randn(4, 8)
        loss = nn.functional.mse_loss(ddp(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    losses = [None] * dist.get_world_size()
    dist.all_gather_object(losses, (name, round(loss.item(), 4)))
    if rank == 0:
        print(losses)
    dist.barrier()


if __name__ == "__main__":
    main()
    dist.destroy_process_group()  # DDP must be freed first, or torch 2.11 may hang
