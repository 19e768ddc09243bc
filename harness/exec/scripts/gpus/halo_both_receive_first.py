# /// gridlock
# ranks = 2
# verdict = "deadlock"
# proved = false  # whether NCCL lets the hosts go on from their receives depends on the network
# class = "unmatched receive"
# at_fault = [0, 1]
# ///
"""Neighbors swap the edges of their slices of a long sequence. Both receive first, so no rank ever
sends."""

import os

import torch
import torch.distributed as dist
import torch.nn as nn

HALO = 2


def exchange(x):
    other = 1 - dist.get_rank()
    received = torch.empty_like(x[..., :HALO])
    dist.recv(received, other)
    dist.send(x[..., -HALO:].contiguous(), other)
    return torch.cat([received, x, received], dim=-1)


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    torch.manual_seed(0)
    conv = nn.Conv1d(1, 1, kernel_size=2 * HALO + 1).to(device)
    optimizer = torch.optim.SGD(conv.parameters(), lr=0.01)
    for step in range(3):
        x = torch.randn(1, 1, 64, device=device)
        loss = (conv(exchange(x)) - x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        for parameter in conv.parameters():
            dist.all_reduce(parameter.grad)
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
