# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [2]
# ///
"""The batch system's warning signal makes a rank save its state. A barrier makes all ranks save the
same step, but only rank 2 receives the signal."""

import io
import os
import signal

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Preemption:
    def __init__(self):
        self.warned = False
        signal.signal(signal.SIGUSR1, self.handle)

    def handle(self, signum, frame):
        self.warned = True


def save_and_leave(ddp, step):
    dist.barrier()  # all ranks have finished this step
    if dist.get_rank() == 0:
        torch.save({"step": step, "model": ddp.module.state_dict()}, io.BytesIO())
    dist.barrier()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    ddp = DDP(nn.Linear(16, 16))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    preemption = Preemption()
    for step in range(10):
        x = torch.randn(8, 16)
        optimizer.zero_grad()
        nn.functional.mse_loss(ddp(x), x).backward()
        optimizer.step()
        if (rank, step) == (2, 4):
            os.kill(os.getpid(), signal.SIGUSR1)  # the batch system signals one task
        if preemption.warned:
            save_and_leave(ddp, step)
            break
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
