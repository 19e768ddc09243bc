# /// gridlock
# ranks = 3
# verdict = "stall"
# class = "busy rank"
# at_fault = [2]
# ///
"""On rank 2, the data loader forks its worker while another thread holds the tokenizer's lock. That
thread does not exist in the worker, so the worker waits forever for the lock. Rank 2 waits for the
worker."""

import threading
import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, Dataset

CACHE_LOCK = threading.Lock()


class Tokens(Dataset):
    def __len__(self):
        return 32

    def __getitem__(self, index):
        with CACHE_LOCK:
            return torch.full((8,), float(index)) / 32


def warm_cache(seconds):
    with CACHE_LOCK:
        time.sleep(seconds)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    ddp = DDP(nn.Linear(8, 8))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    warmer = threading.Thread(target=warm_cache, args=(4.0 if rank == 2 else 0.0,))
    warmer.start()
    if rank != 2:
        warmer.join()  # the cache was small
    loader = DataLoader(Tokens(), batch_size=8, num_workers=1, multiprocessing_context="fork")
    for epoch in range(2):
        for x in loader:
            loss = nn.functional.mse_loss(ddp(x), x)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if rank == 0:
            print(f"epoch {epoch} loss {loss.item():.4f}")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
