# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "unmatched send"
# at_fault = [0, 1]
# ///
"""Two pipeline stages use the number of the microbatch as the tag. One stage counts from 0 and the
other from 1."""

import torch
import torch.distributed as dist
import torch.nn as nn

WIDTH = 16
MICROBATCHES = 4


def forward_front(stage):
    outputs = []
    for i in range(MICROBATCHES):
        outputs.append(stage(torch.randn(2, WIDTH)))
        dist.send(outputs[-1].detach(), dst=1, tag=i)
    return outputs


def forward_back(stage):
    losses = []
    for i in range(1, MICROBATCHES + 1):
        x = torch.empty(2, WIDTH)
        dist.recv(x, src=0, tag=i)
        losses.append(stage(x).square().mean())
    return losses


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    stage = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU())
    optimizer = torch.optim.SGD(stage.parameters(), lr=0.1)
    for step in range(3):
        optimizer.zero_grad()
        if rank == 0:
            forward_front(stage)
        else:
            loss = torch.stack(forward_back(stage)).mean()
            loss.backward()
            print(f"step {step} loss {loss.item():.4f}")
        optimizer.step()
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
