# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [0]
# ///
"""Four ranks write nine shards, with a barrier after each shard so as not to flood the disk. Rank 0
has three shards and waits at a third barrier. The other ranks have two and reduce the next step's
gradients."""

import io

import torch
import torch.distributed as dist
import torch.nn as nn

SHARDS = 9


def save_shards(model, step):
    tensors = list(model.state_dict().items())
    mine = range(dist.get_rank(), SHARDS, dist.get_world_size())
    for shard in mine:
        torch.save(dict(tensors[shard::SHARDS]), io.BytesIO())
        dist.barrier()
    if dist.get_rank() == 0:
        print(f"checkpoint of step {step} is complete")


def train_step(model, optimizer):
    x = torch.randn(8, 8)
    loss = nn.functional.mse_loss(model(x), x)
    optimizer.zero_grad()
    loss.backward()
    for parameter in model.parameters():
        dist.all_reduce(parameter.grad)
        parameter.grad /= dist.get_world_size()
    optimizer.step()


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = nn.Sequential(*(nn.Linear(8, 8) for _ in range(6)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(1, 9):
        train_step(model, optimizer)
        if step % 4 == 0:
            save_shards(model, step)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
