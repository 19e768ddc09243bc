# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "store key"
# at_fault = [2]
# missed = "deadlock"  # of all three: no record shows which rank should set the key
# ///
"""Ranks pass a turn in a circle through a separate store. Rank 2 passes it to rank 3, which does
not exist, instead of to rank 0."""

import datetime
import socket

import torch
import torch.distributed as dist
import torch.nn as nn


def open_store():
    rank, size = dist.get_rank(), dist.get_world_size()
    port = [0]
    if rank == 0:
        with socket.socket() as probe:
            probe.bind(("localhost", 0))
            port[0] = probe.getsockname()[1]
    dist.broadcast_object_list(port)
    timeout = datetime.timedelta(minutes=30)
    return dist.TCPStore("localhost", port[0], size, is_master=rank == 0, timeout=timeout)


class Turns:
    def __init__(self, store):
        self.store, self.rank, self.round = store, dist.get_rank(), 0
        if self.rank == 0:
            store.set("turn/0/0", "go")

    def __enter__(self):
        self.store.get(f"turn/{self.round}/{self.rank}")

    def __exit__(self, *error):
        last = self.rank == dist.get_world_size() - 1
        self.store.set(f"turn/{self.round + last}/{self.rank + 1}", "go")
        self.round += 1


def main():
    dist.init_process_group("gloo")
    turns = Turns(open_store())
    model = nn.Linear(4, 4)
    for number in range(3):
        with turns:
            print(f"round {number}: rank {dist.get_rank()} reads the tape", flush=True)
            x = torch.randn(8, 4)
        model.zero_grad()
        model(x).square().mean().backward()
        dist.all_reduce(model.weight.grad)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
