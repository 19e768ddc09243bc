# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "cross-group cycle"
# at_fault = [0, 1]
# ///
"""Only rank 0, which writes the checkpoint, gathers the sharded weights with the collective
full_tensor(). The other rank waits for the checkpoint at a barrier of the CPU group."""

import os
import tempfile

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard


def build(mesh):
    model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 16))
    for layer in model:
        if isinstance(layer, nn.Linear):
            fully_shard(layer, mesh=mesh)
    return fully_shard(model, mesh=mesh)


def save(model, path, cpu_group):
    if dist.get_rank() == 0:
        state = {name: value.full_tensor().cpu() for name, value in model.state_dict().items()}
        torch.save(state, path)
    dist.barrier(cpu_group)


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    cpu_group = dist.new_group(backend="gloo")
    torch.manual_seed(0)
    model = build(init_device_mesh("cuda", (dist.get_world_size(),)))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(8, 16, device=device)
        loss = nn.functional.mse_loss(model(x), x)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        if dist.get_rank() == 0:
            print(f"step {step} loss {loss.item():.4f}")
    with tempfile.TemporaryDirectory() as folder:
        save(model, os.path.join(folder, "model.pt"), cpu_group)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
