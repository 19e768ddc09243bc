# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "lock cycle"
# at_fault = [0]
# ///
"""A file lock lets one rank at a time prepare the data set. A barrier is inside the locked block
instead of after it. There rank 0 holds the lock and waits for ranks that wait for the lock."""

import fcntl
import os
import tempfile

import torch
import torch.distributed as dist
import torch.nn as nn


def shared_folder():
    name = [tempfile.mkdtemp() if dist.get_rank() == 0 else None]
    dist.broadcast_object_list(name, src=0)
    return name[0]


def prepare(folder):
    path = os.path.join(folder, "data.pt")
    if dist.get_rank() != 0:
        dist.recv(torch.empty(1), src=0)  # rank 0 goes first
    with open(path + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if dist.get_rank() == 0:
            for other in range(1, dist.get_world_size()):
                dist.send(torch.ones(1), dst=other)
        if not os.path.exists(path):
            torch.save(torch.randn(64, 4), path)
        dist.barrier()
        fcntl.flock(lock, fcntl.LOCK_UN)
    return torch.load(path)


def main():
    dist.init_process_group("gloo")
    data = prepare(shared_folder())
    model = nn.Linear(4, 4)
    for x in data.split(16):
        model.zero_grad()
        model(x).square().mean().backward()
        dist.all_reduce(model.weight.grad)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
