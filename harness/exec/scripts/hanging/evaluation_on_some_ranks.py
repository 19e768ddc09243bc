# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [3]
# ///
"""Four ranks share three validation shards. Rank 3 has nothing to evaluate. It also skips the
reduction of the score and goes to the barrier."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP

VALIDATION_SHARDS = 3


@torch.no_grad()
def evaluate(model, rank):
    if rank >= VALIDATION_SHARDS:
        return None
    model.eval()
    x = torch.randn(32, 8, generator=torch.Generator().manual_seed(rank))
    correct = (model(x).argmax(dim=1) == x.argmax(dim=1)).sum().float()
    counts = torch.stack([correct, torch.tensor(32.0)])
    dist.all_reduce(counts)
    model.train()
    return (counts[0] / counts[1]).item()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    ddp = DDP(nn.Linear(8, 8))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.5)
    for epoch in range(3):
        for _ in range(5):
            x = torch.randn(16, 8)
            optimizer.zero_grad()
            nn.functional.cross_entropy(ddp(x), x.argmax(dim=1)).backward()
            optimizer.step()
        accuracy = evaluate(ddp.module, rank)
        dist.barrier()
        if rank == 0:
            print(f"epoch {epoch} accuracy {accuracy:.3f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
