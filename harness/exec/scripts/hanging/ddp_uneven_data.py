# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [3]
# ///
"""Four ranks share 103 samples in batches of two, without a DistributedSampler or join(). Rank 3
has one batch less and gathers the epoch's statistics while the other ranks are in backward."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, Subset, TensorDataset


def loader(rank, world_size):
    x = torch.randn(103, 6)
    dataset = TensorDataset(x, x.sum(dim=1, keepdim=True))
    mine = Subset(dataset, range(rank, len(dataset), world_size))
    return DataLoader(mine, batch_size=2, drop_last=True)


def main():
    dist.init_process_group("gloo")
    rank, world_size = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(0)
    ddp = DDP(nn.Linear(6, 1))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    batches = loader(rank, world_size)
    for epoch in range(2):
        total = 0.0
        for x, y in batches:
            loss = nn.functional.mse_loss(ddp(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        stats = [None] * world_size
        dist.all_gather_object(stats, {"rank": rank, "loss": total / len(batches)})
        if rank == 0:
            print(f"epoch {epoch}: {stats}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
