# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""One rank after the other prepares its part of the data under a file lock. All ranks meet at a
barrier after they have released the lock."""

import fcntl
import os
import tempfile
import time

import torch
import torch.distributed as dist
import torch.nn as nn


def shared_folder():
    name = [tempfile.mkdtemp() if dist.get_rank() == 0 else None]
    dist.broadcast_object_list(name, src=0)
    return name[0]


def prepare(folder):
    path = os.path.join(folder, f"part{dist.get_rank()}.pt")
    with open(os.path.join(folder, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        time.sleep(1.5)  # the tokenizer takes all cores
        torch.save(torch.randn(32, 4), path)
        fcntl.flock(lock, fcntl.LOCK_UN)
    dist.barrier()
    return torch.load(path)


def main():
    dist.init_process_group("gloo")
    data = prepare(shared_folder())
    model = nn.Linear(4, 4)
    for x in data.split(8):
        model.zero_grad()
        model(x).square().mean().backward()
        dist.all_reduce(model.weight.grad)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
