# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [0]
# ///
"""Rank 0 logs the norm of a layer's weights. The norm is a DTensor, and its full_tensor() sums
parts of all ranks in a collective. But the other ranks are in the next forward pass."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.fsdp import fully_shard


class Logger:
    def __init__(self, every):
        self.every = every

    @torch.no_grad()
    def log(self, step, loss, model):
        if dist.get_rank() == 0 and step % self.every == self.every - 1:
            norm = model[0].weight.norm().full_tensor()
            print(f"step {step} loss {loss.item():.4f} norm {norm.item():.4f}")


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 32), nn.SiLU(), nn.Linear(32, 8))
    fully_shard(model[0])
    fully_shard(model[2])
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    logger = Logger(every=3)
    for step in range(9):
        x = torch.randn(8, 8)
        loss = nn.functional.mse_loss(model(x), x)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        optimizer.zero_grad()
        logger.log(step, loss, model)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
