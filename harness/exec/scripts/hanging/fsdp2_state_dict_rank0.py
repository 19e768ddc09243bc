# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [0]
# ///
"""get_model_state_dict(full_state_dict=True) gathers from all ranks, but only rank 0 calls it. The
other ranks wait in the group that synchronizes checkpoints."""

import io

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.down(self.up(x).relu())


class Checkpointer:
    def __init__(self):
        self.group = dist.new_group(backend="gloo")  # barriers must not queue after training calls

    def save(self, model):
        if dist.get_rank() == 0:
            options = StateDictOptions(full_state_dict=True, cpu_offload=True)
            torch.save(get_model_state_dict(model, options=options), io.BytesIO())
        dist.barrier(self.group)


def main():
    dist.init_process_group("gloo")
    model = nn.Sequential(*(Block(16) for _ in range(2)))
    for block in model:
        fully_shard(block)
    fully_shard(model)
    checkpointer = Checkpointer()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(1, 7):
        x = torch.randn(4, 16)
        (model(x) - x).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if step % 3 == 0:
            checkpointer.save(model)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
