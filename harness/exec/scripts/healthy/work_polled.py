# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""A reduction runs in the background. The ranks poll it with is_completed() while they do other
work. Rank 0 joins the reduction after five seconds."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn


def useful_work(model):
    time.sleep(0.1)
    with torch.no_grad():
        return model(torch.randn(4, 8)).abs().mean().item()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    model = nn.Linear(8, 8)
    loss = model(torch.randn(4, 8)).square().mean()
    loss.backward()
    if rank == 0:
        time.sleep(5)
    work = dist.all_reduce(model.weight.grad, async_op=True)
    pieces = 0
    while not work.is_completed():
        useful_work(model)
        pieces += 1
    work.wait()
    print(f"rank {rank}: {pieces} pieces of work done while it waited")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
