# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched arguments"
# at_fault = [2]
# ///
"""In each epoch, the next rank takes the role of data reader. Rank 2 resumed from an older epoch
and expects its batch from a different reader than the other ranks."""

import torch
import torch.distributed as dist
import torch.nn as nn


class Reader:
    """The readers take turns: in epoch e, rank e mod size reads and scatters."""

    def __init__(self, batch_size, width):
        self.shape = (batch_size, width)

    def next_batch(self, epoch):
        rank, size = dist.get_rank(), dist.get_world_size()
        source = epoch % size
        mine = torch.empty(self.shape)
        batches = [torch.randn(self.shape) for _ in range(size)] if rank == source else None
        dist.scatter(mine, batches, src=source)
        return mine


def resumed_epoch(rank):
    return 4 if rank == 2 else 5  # the last checkpoint of rank 2 was lost


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(0)
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    reader = Reader(batch_size=4, width=8)
    start = resumed_epoch(rank)
    for epoch in range(start, start + 3):
        x = reader.next_batch(epoch)
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), x).backward()
        dist.all_reduce(model.weight.grad)
        optimizer.step()
        if rank == 0:
            print(f"epoch {epoch} done")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
