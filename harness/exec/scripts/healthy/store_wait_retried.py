# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""Ranks wait for a key of the store for one second at a time. They retry until rank 0 sets the key
after six seconds."""

import datetime
import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.distributed_c10d import _get_default_store


def wait_for(store, key, attempts=30):
    for attempt in range(attempts):
        try:
            store.wait([key], datetime.timedelta(seconds=1))
            return attempt
        except dist.DistStoreError:
            print(f"rank {dist.get_rank()}: no {key} yet")
    raise TimeoutError(key)


def main():
    dist.init_process_group("gloo")
    rank, store = dist.get_rank(), _get_default_store()
    if rank == 0:
        time.sleep(6)  # unpacks the data set
        store.set("dataset/ready", "yes")
    else:
        wait_for(store, "dataset/ready")
    torch.manual_seed(rank)
    model = nn.Linear(4, 4)
    for step in range(3):
        loss = model(torch.randn(8, 4)).square().mean()
        model.zero_grad()
        loss.backward()
        dist.all_reduce(model.weight.grad)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
