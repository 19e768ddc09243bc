# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "cross-group cycle"
# at_fault = [0, 1, 2]
# ///
"""Decentralized training averages with one neighbor after the other. Each rank begins with its
right neighbor. Every rank thus waits for a rank that waits for its own right neighbor."""

import torch
import torch.distributed as dist
import torch.nn as nn


class Gossip:
    """Averages parameters over the pairs of a ring, instead of over all ranks."""

    def __init__(self):
        rank, size = dist.get_rank(), dist.get_world_size()
        pairs = [dist.new_group([i, (i + 1) % size]) for i in range(size)]
        self.with_right = pairs[rank]
        self.with_left = pairs[(rank - 1) % size]

    @torch.no_grad()
    def average(self, model):
        for group in (self.with_right, self.with_left):
            for parameter in model.parameters():
                dist.all_reduce(parameter, group=group)
                parameter /= 2


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    gossip = Gossip()
    for step in range(1, 9):
        x = torch.randn(4, 8)
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 4 == 0:
            gossip.average(model)
            print(f"rank {rank} step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
