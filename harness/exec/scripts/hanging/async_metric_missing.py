# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [2]
# ///
"""Losses are reduced asynchronously in a separate group, and the epoch's end waits for the
reductions. Rank 2 skips one reduction, waits for those that it started, and continues training."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


class AsyncMean:
    def __init__(self):
        self.group = dist.new_group(backend="gloo")
        self.pending = []

    def add(self, loss):
        value = loss.detach().clone()
        self.pending.append((value, dist.all_reduce(value, group=self.group, async_op=True)))

    def result(self):
        for _, work in self.pending:
            work.wait()
        total = sum(value.item() for value, _ in self.pending)
        count = len(self.pending) * dist.get_world_size()
        self.pending.clear()
        return total / count


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    ddp = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    mean = AsyncMean()
    for epoch in range(3):
        for step in range(5):
            loss = ddp(torch.randn(4, 8)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            outlier = rank == 2 and (epoch, step) == (1, 3)
            if not outlier:  # an outlier would spoil the curve
                mean.add(loss)
        average = mean.result()
        if rank == 0:
            print(f"epoch {epoch} loss {average:.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
