# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""All ranks gather the full state dict of an FSDP2 model, and rank 0 writes it. All ranks sum a
gradient norm, and only rank 0 prints it."""

import io
import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard


def save(model):
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    state = get_model_state_dict(model, options=options)
    if dist.get_rank() == 0:
        torch.save(state, io.BytesIO())
        time.sleep(2)  # stands in for an upload


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 32), nn.SiLU(), nn.Linear(32, 8))
    fully_shard(model[0])
    fully_shard(model[2])
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(1, 9):
        x = torch.randn(4, 8)
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0).full_tensor()
        optimizer.step()
        if dist.get_rank() == 0:
            print(f"step {step} loss {loss.item():.4f} gradient norm {norm.item():.4f}")
        if step % 4 == 0:
            save(model)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
