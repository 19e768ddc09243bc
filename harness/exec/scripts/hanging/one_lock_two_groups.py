# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "cross-group cycle"
# at_fault = [0, 1]
# ///
"""On each rank, a lock lets one thread at a time use torch.distributed. Rank 0's trainer holds the
lock and waits for rank 1's trainer, which waits for rank 1's lock. Rank 1's heartbeat holds that
lock and waits for rank 0's heartbeat, which waits for rank 0's lock."""

import threading
import time

import torch
import torch.distributed as dist
import torch.nn as nn

COMMUNICATION = threading.Lock()


def heartbeat(group, delay, beats):
    alive = torch.ones(1)
    for _ in range(beats):
        time.sleep(delay)
        with COMMUNICATION:
            dist.all_reduce(alive, group=group)


def train(model, group, delay, steps):
    for step in range(steps):
        loss = model(torch.randn(4, 8)).square().mean()
        model.zero_grad()
        loss.backward()
        time.sleep(delay)  # stands in for the input pipeline
        with COMMUNICATION:
            for parameter in model.parameters():
                dist.all_reduce(parameter.grad, group=group)
        if dist.get_rank() == 0:
            print(f"step {step} loss {loss.item():.4f}")


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    health, gradients = dist.new_group(), dist.new_group()
    model = nn.Linear(8, 8)
    dist.barrier()
    late, soon = 2.0, 0.5
    beat = threading.Thread(target=heartbeat, args=(health, late if rank == 0 else soon, 3))
    beat.start()
    train(model, gradients, soon if rank == 0 else late, steps=3)
    beat.join()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
