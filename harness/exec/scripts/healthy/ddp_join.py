# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""Inputs are uneven under join(). Ranks that run out of data mirror the others' collectives."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.algorithms.join import Join
from torch.nn.parallel import DistributedDataParallel as DDP


def batches(rank):
    for _ in range(4 + 3 * rank):
        time.sleep(0.3)  # decoding
        yield torch.randn(4, 8)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    ddp = DDP(nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1)))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    steps = 0
    with Join([ddp]):
        for x in batches(rank):
            loss = ddp(x).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            steps += 1
    total = torch.tensor(steps)
    dist.all_reduce(total)
    print(f"rank {rank}: {steps} of {total.item()} steps")
    # A gloo thread drops the tensors of its last works. torch aborts if Python has ended by then.
    del loss, optimizer, ddp
    dist.destroy_process_group()
    time.sleep(0.5)


if __name__ == "__main__":
    main()
