# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""Tensor parallelism within pairs of ranks and FSDP2 across them, on a mesh of two dimensions.
There is one process per GPU with NCCL, or several processes on the CPU with gloo."""

import argparse
import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    RowwiseParallel,
    parallelize_module,
)


class FeedForward(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gate = nn.Linear(width, 4 * width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.down(nn.functional.silu(self.gate(x)) * self.up(x))


PLAN = {"gate": ColwiseParallel(), "up": ColwiseParallel(), "down": RowwiseParallel()}


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--tp", type=int, default=2, help="degree of tensor parallelism")
    parser.add_argument("--cpu", action="store_true", help="even where there is a GPU")
    return parser.parse_args()


def setup(use_cpu):
    if torch.cuda.is_available() and not use_cpu:
        device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(device)
        dist.init_process_group("nccl", device_id=device)
    else:
        device = torch.device("cpu")
        dist.init_process_group("gloo")
    return device


def parallelize(model, mesh):
    for block in model:
        parallelize_module(block, mesh["tp"], PLAN)
        fully_shard(block, mesh=mesh["dp"])
    return fully_shard(model, mesh=mesh["dp"])


def main():
    args = parse_args()
    device = setup(args.cpu)
    shape = (dist.get_world_size() // args.tp, args.tp)
    mesh = init_device_mesh(device.type, shape, mesh_dim_names=("dp", "tp"))
    torch.manual_seed(0)
    model = nn.Sequential(*(FeedForward(args.width) for _ in range(args.layers))).to(device)
    parallelize(model, mesh)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    torch.manual_seed(mesh["dp"].get_local_rank())  # all ranks of a tp group use the same batch
    for step in range(args.steps):
        x = torch.randn(8, args.width, device=device)
        loss = nn.functional.mse_loss(model(x), x.flip(dims=[1]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if dist.get_rank() == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
