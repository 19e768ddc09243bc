# /// gridlock
# ranks = 2
# verdict = "desync"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""Two ranks share 17 batches without a DistributedSampler or join(). Rank 1 has one batch less and
gathers the epoch's statistics while rank 0 is in backward. NCCL does not define the result."""

import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, Subset, TensorDataset


def loader(rank, world_size):
    x = torch.randn(34, 6)
    dataset = TensorDataset(x, x.sum(dim=1, keepdim=True))
    mine = Subset(dataset, range(rank, 33, world_size))
    return DataLoader(mine, batch_size=2, drop_last=False, pin_memory=True)


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl")
    rank, world_size = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(0)
    ddp = DDP(nn.Linear(6, 1).to(device))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    for epoch in range(2):
        total = torch.zeros(1, device=device)
        for x, y in loader(rank, world_size):
            x, y = x.to(device, non_blocking=True), y.to(device, non_blocking=True)
            loss = nn.functional.mse_loss(ddp(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.detach()
        losses = [torch.zeros_like(total) for _ in range(world_size)]
        dist.all_gather(losses, total)
        if rank == 0:
            print(f"epoch {epoch}: {torch.cat(losses).tolist()}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
