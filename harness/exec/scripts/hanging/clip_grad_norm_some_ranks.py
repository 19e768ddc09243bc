# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [3]
# ///
"""Gradients are clipped only if the local loss spikes, which happens only on rank 3. With sharded
parameters, the norm is a collective."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.fsdp import fully_shard

SPIKE = 10.0


def load_batch(rank, step):
    generator = torch.Generator().manual_seed(100 * rank + step)
    x = torch.randn(8, 16, generator=generator)
    return x * 50 if (rank, step) == (3, 2) else x


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(16, 16), nn.GELU(), nn.Linear(16, 16))
    fully_shard(model[0])
    fully_shard(model[2])
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(6):
        x = load_batch(rank, step)
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        if loss.item() > SPIKE:
            torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
