# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [2]
# ///
"""Each rank stops early by its own loss. Rank 2 has easy data, leaves the loop first and waits at
the final barrier. The gradients of the other ranks are never complete."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP

PATIENCE = 2


class EarlyStopping:
    def __init__(self, threshold):
        self.threshold = threshold
        self.good_epochs = 0

    def should_stop(self, loss):
        self.good_epochs = self.good_epochs + 1 if loss < self.threshold else 0
        return self.good_epochs >= PATIENCE


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(0)
    ddp = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=1e-3)
    data = torch.randn(64, 8)
    labels = data.sum(dim=1, keepdim=True) * (0.0 if rank == 2 else 10.0)
    stopping = EarlyStopping(threshold=1.0)
    for epoch in range(100):
        loss = nn.functional.mse_loss(ddp(data), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if stopping.should_stop(loss.item()):
            print(f"rank {rank} stops after epoch {epoch}")
            break
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
