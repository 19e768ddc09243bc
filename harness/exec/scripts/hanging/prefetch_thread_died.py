# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "thread deadlock"
# at_fault = [2]
# ///
"""A thread prefetches batches into a queue. On rank 2 the thread ends with an exception, and the
training loop waits for the queue forever."""

import queue
import threading

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Prefetcher:
    def __init__(self, source, depth=2):
        self.batches = queue.Queue(depth)
        self.thread = threading.Thread(target=self.fill, args=(source,), daemon=True)
        self.thread.start()

    def fill(self, source):
        for x in source:
            self.batches.put(torch.tensor(x))
        self.batches.put(None)

    def __iter__(self):
        while (x := self.batches.get()) is not None:
            yield x


def rows(rank):
    for i in range(12):
        row = [float(rank), float(i), 1.0, 2.0]
        yield row if (rank, i) != (2, 7) else ["missing", *row[1:]]


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    ddp = DDP(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=1e-3)
    for step, x in enumerate(Prefetcher(rows(rank))):
        loss = ddp(x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
