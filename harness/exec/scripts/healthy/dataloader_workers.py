# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""Forked data loader workers are slower on rank 1 than on rank 0. A pool of processes tokenizes
before the training."""

import multiprocessing
import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, Dataset, DistributedSampler


def tokenize(text):
    time.sleep(0.2)
    return [float(ord(letter)) / 128 for letter in text]


class Texts(Dataset):
    def __init__(self, rank):
        self.pause = 0.15 * rank
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.rows = pool.map(tokenize, [f"text {i:03}" for i in range(16)])

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        time.sleep(self.pause)
        return torch.tensor(self.rows[index])


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    texts = Texts(rank)
    sampler = DistributedSampler(texts)
    loader = DataLoader(
        texts, batch_size=2, sampler=sampler, num_workers=2, multiprocessing_context="fork"
    )
    ddp = DDP(nn.Linear(8, 8))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    for epoch in range(3):
        sampler.set_epoch(epoch)
        for x in loader:
            loss = nn.functional.mse_loss(ddp(x), x)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if rank == 0:
            print(f"epoch {epoch} loss {loss.item():.4f}")
    dist.barrier()


if __name__ == "__main__":
    main()
    dist.destroy_process_group()  # DDP must be freed first, or torch 2.11 may hang
