# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "store key"
# at_fault = [0]
# proved = false
# doubt = "its own timeout"  # of an hour
# ///
"""Rank 0 sets a key in the store when the data are ready. But the other ranks wait for a different
key."""

import datetime

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.distributed_c10d import _get_default_store

READY = "dataset/ready"


def prepare_data():
    return torch.arange(64.0).reshape(16, 4) / 64


def announce(store, epoch):
    store.set(f"{READY}/{epoch}", "yes")


def wait_for_data(store, epoch):
    store.wait([f"{READY}/epoch{epoch}"], datetime.timedelta(hours=1))


def main():
    dist.init_process_group("gloo")
    store = _get_default_store()
    torch.manual_seed(0)
    model = nn.Linear(4, 4)
    for epoch in range(2):
        if dist.get_rank() == 0:
            data = prepare_data()
            announce(store, epoch)
        else:
            wait_for_data(store, epoch)
            data = torch.empty(16, 4)
        dist.broadcast(data, src=0)
        model.zero_grad()
        model(data).square().mean().backward()
        dist.all_reduce(model.weight.grad)
        print(f"rank {dist.get_rank()} epoch {epoch} done")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
