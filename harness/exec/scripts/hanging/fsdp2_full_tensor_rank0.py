# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [0]
# ///
"""Only rank 0, which writes the checkpoint, gathers the sharded weights. full_tensor() is a
collective, but the other ranks are already at the barrier."""

import os
import tempfile

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.fsdp import fully_shard


def build():
    model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 16))
    for layer in model:
        if isinstance(layer, nn.Linear):
            fully_shard(layer)
    return fully_shard(model)


def save(model, path):
    if dist.get_rank() == 0:
        state = {name: value.full_tensor() for name, value in model.state_dict().items()}
        torch.save(state, path)
    dist.barrier()


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = build()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(8, 16)
        loss = nn.functional.mse_loss(model(x), x)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        if dist.get_rank() == 0:
            print(f"step {step} loss {loss.item():.4f}")
    with tempfile.TemporaryDirectory() as folder:
        save(model, os.path.join(folder, "model.pt"))
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
