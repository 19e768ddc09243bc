# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "unmatched receive"
# at_fault = [0]
# missed = "timeout"  # dropping the work cancels the send, without a record
# ///
"""The first pipeline stage sends its activations with isend and drops the returned Work. This
cancels the send, but the second stage waits for the activations."""

import torch
import torch.distributed as dist
import torch.nn as nn

WIDTH = 1024
BATCH = 512


def front(stage, steps):
    for _ in range(steps):
        x = torch.randn(BATCH, WIDTH)
        with torch.no_grad():
            dist.isend(stage(x), dst=1)


def back(stage, optimizer, steps):
    for step in range(steps):
        x = torch.empty(BATCH, WIDTH)
        dist.recv(x, src=0)
        loss = stage(x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f}")


def main():
    dist.init_process_group("gloo")
    stage = nn.Linear(WIDTH, WIDTH)
    optimizer = torch.optim.SGD(stage.parameters(), lr=0.1)
    if dist.get_rank() == 0:
        front(stage, steps=4)
    else:
        back(stage, optimizer, steps=4)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
