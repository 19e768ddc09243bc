# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""Rank 0 calls the same collectives as the other ranks, but from different call sites. This is
legal."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn


def fetch_config():
    if dist.get_rank() == 0:
        box = [{"lr": 0.05, "steps": 30}]
        dist.broadcast_object_list(box, src=0)
        return box[0]
    box = [None]
    dist.broadcast_object_list(box, src=0)
    return box[0]


def log_as_leader(loss, step):
    everybody = [torch.empty_like(loss) for _ in range(dist.get_world_size())]
    dist.all_gather(everybody, loss)
    if step % 10 == 0:
        print(f"step {step} losses {[round(x.item(), 4) for x in everybody]}")


def log_as_follower(loss):
    scratch = [torch.empty_like(loss) for _ in range(dist.get_world_size())]
    dist.all_gather(scratch, loss)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    config = fetch_config()
    model = nn.Linear(4, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for step in range(config["steps"]):
        loss = model(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        dist.all_reduce(model.weight.grad)
        optimizer.step()
        if rank == 0:
            time.sleep(0.1)
            log_as_leader(loss.detach(), step)
        else:
            log_as_follower(loss.detach())
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
