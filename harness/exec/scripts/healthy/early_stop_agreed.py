# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""Correct early stopping. The ranks agree with an all-reduce, so that all leave the loop in the
same epoch, although some reach the criterion earlier."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


def all_satisfied(loss, threshold):
    satisfied = torch.tensor(int(loss < threshold))
    dist.all_reduce(satisfied, op=dist.ReduceOp.MIN)
    return bool(satisfied)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(0)
    ddp = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    data = torch.randn(64, 8)
    labels = data.sum(dim=1, keepdim=True) * (0.8 if rank == 2 else 1.0)
    for epoch in range(40):
        time.sleep(0.02 * (rank + 1))
        loss = nn.functional.mse_loss(ddp(data), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if all_satisfied(loss.item(), threshold=0.5):
            break
    print(f"rank {rank} stops after epoch {epoch} with loss {loss.item():.4f}")
    dist.barrier()


if __name__ == "__main__":
    main()
    dist.destroy_process_group()  # DDP must be freed first, or torch 2.11 may hang
