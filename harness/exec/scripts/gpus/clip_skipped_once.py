# /// gridlock
# ranks = 2
# verdict = "desync"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""Compiled blocks under FSDP2. Gradients are clipped unless the local loss looks odd. Only rank 1
has such a loss, in step 5. The norm of sharded parameters needs a collective: rank 0 reduces it
while rank 1 gathers parameters of the next step. With --cpu, on gloo, this is a deadlock."""

import argparse
import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.fsdp import fully_shard

WIDTH = 64


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.up = nn.Linear(WIDTH, 4 * WIDTH)
        self.down = nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x):
        return x + self.down(nn.functional.gelu(self.up(self.norm(x))))


def setup():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", action="store_true")
    if parser.parse_args().cpu:
        dist.init_process_group("gloo")
        return torch.device("cpu")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    return device


def build(device):
    model = nn.Sequential(*(Block() for _ in range(3))).to(device)
    for block in model:
        block.compile(backend="inductor" if device.type == "cuda" else "aot_eager")
        fully_shard(block)
    return fully_shard(model)


def looks_odd(loss, step):
    return dist.get_rank() == 1 and step == 5


def main():
    device = setup()
    torch.manual_seed(0)
    model = build(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(12):
        x = torch.randn(8, 16, WIDTH, device=device)
        loss = (model(x) - x).square().mean()
        loss.backward()
        if not looks_odd(loss, step):
            nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        optimizer.zero_grad()
        if dist.get_rank() == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
