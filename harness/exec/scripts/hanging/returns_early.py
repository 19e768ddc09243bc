# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [2]
# ///
"""train() returns as soon as the local loss is not a number. Rank 2 thus goes to the end of the
job, where all ranks meet once more. The other ranks wait for its gradients."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


def train(ddp, optimizer, rank):
    for step in range(20):
        x = torch.randn(8, 4)
        if (rank, step) == (2, 5):
            x = x * float("inf")
        loss = ddp(x).square().mean()
        if torch.isnan(loss) or torch.isinf(loss):
            print(f"rank {rank}: loss {loss.item()} in step {step}, giving up")
            return False
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return True


def shut_down(control, succeeded):
    reports = [None] * dist.get_world_size()
    dist.all_gather_object(reports, succeeded, group=control)
    if dist.get_rank() == 0:
        print("done" if all(reports) else "failed")
    dist.destroy_process_group()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    control = dist.new_group(backend="gloo")
    ddp = DDP(nn.Linear(4, 4))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    shut_down(control, train(ddp, optimizer, rank))


if __name__ == "__main__":
    main()
