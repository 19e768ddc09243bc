# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "unmatched receive"
# at_fault = [0, 1, 2, 3]
# ///
"""Neighbors swap the edges of their slices of a long sequence. Both receive first, so no rank ever
sends."""

import torch
import torch.distributed as dist
import torch.nn as nn

HALO = 2


class HaloExchange:
    def __init__(self):
        self.rank, size = dist.get_rank(), dist.get_world_size()
        self.left = (self.rank - 1) % size
        self.right = (self.rank + 1) % size

    def __call__(self, x):
        from_left = torch.empty_like(x[..., :HALO])
        from_right = torch.empty_like(x[..., :HALO])
        dist.recv(from_left, self.left)
        dist.send(x[..., -HALO:].contiguous(), self.right)
        dist.recv(from_right, self.right)
        dist.send(x[..., :HALO].contiguous(), self.left)
        return torch.cat([from_left, x, from_right], dim=-1)


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    exchange = HaloExchange()
    conv = nn.Conv1d(1, 1, kernel_size=2 * HALO + 1)
    optimizer = torch.optim.SGD(conv.parameters(), lr=0.01)
    for step in range(3):
        x = torch.randn(1, 1, 64)
        loss = (conv(exchange(x)) - x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        for parameter in conv.parameters():
            dist.all_reduce(parameter.grad)
        optimizer.step()
        if dist.get_rank() == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
