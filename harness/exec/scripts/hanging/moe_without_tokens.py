# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [3]
# ///
"""A mixture of experts skips the exchange if the router sends nothing to experts on other ranks.
Once, rank 3 skips the exchange, and the other ranks exchange tokens without it."""

import torch
import torch.distributed as dist
import torch.nn as nn

WIDTH, CAPACITY = 8, 4


class Experts(nn.Module):
    """One expert per rank. Tokens travel there and back in slots of fixed capacity."""

    def __init__(self):
        super().__init__()
        self.expert = nn.Linear(WIDTH, WIDTH)

    @torch.no_grad()
    def forward(self, x, destination):
        rank, size = dist.get_rank(), dist.get_world_size()
        if bool((destination == rank).all()):
            return self.expert(x)  # nothing to exchange
        slots = torch.zeros(size * CAPACITY, WIDTH)
        for token, there in zip(x, destination.tolist()):
            slots[there * CAPACITY] += token
        arrived = torch.empty_like(slots)
        dist.all_to_all_single(arrived, slots)
        back = torch.empty_like(slots)
        dist.all_to_all_single(back, self.expert(arrived))
        return back[destination * CAPACITY]


def route(x, rank, step):
    if (rank, step) == (3, 3):
        return torch.full((len(x),), 3)
    return torch.arange(len(x)) % dist.get_world_size()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    layer = Experts()
    for step in range(6):
        x = torch.randn(8, WIDTH)
        out = layer(x, route(x, rank, step))
        norm = out.norm()
        dist.all_reduce(norm)
        if rank == 0:
            print(f"step {step} norm {norm.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
