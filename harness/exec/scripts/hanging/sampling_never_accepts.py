# /// gridlock
# ranks = 4
# verdict = "stall"
# class = "busy rank"
# at_fault = [3]
# ///
"""Negative samples are drawn until one differs from the positive sample. In rank 3's shard all
labels are the same, so rank 3 draws forever."""

import random

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Triplets:
    def __init__(self, labels, seed):
        self.labels = labels
        self.random = random.Random(seed)
        self.features = torch.randn(len(labels), 8, generator=torch.Generator().manual_seed(seed))

    def sample(self):
        anchor = self.random.randrange(len(self.labels))
        while True:
            negative = self.random.randrange(len(self.labels))
            if self.labels[negative] != self.labels[anchor]:
                return self.features[anchor], self.features[negative]


def shard(rank):
    return [7] * 16 if rank == 3 else [i % 4 for i in range(16)]  # the file was sorted by label


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    triplets = Triplets(shard(rank), seed=rank)
    ddp = DDP(nn.Linear(8, 4))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    for step in range(5):
        anchor, negative = ddp(torch.stack(triplets.sample()))
        loss = nn.functional.cosine_similarity(anchor, negative, dim=0)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
