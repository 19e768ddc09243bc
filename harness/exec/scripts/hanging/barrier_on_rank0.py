# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [0]
# ///
"""The barrier after the checkpoint is inside the `if rank == 0` by mistake. The other ranks are in
the backward pass of the next step."""

import io

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


def save_checkpoint(ddp, optimizer, step):
    if dist.get_rank() == 0:
        checkpoint = {
            "model": ddp.module.state_dict(),
            "optimizer": optimizer.state_dict(),
            "step": step,
        }
        torch.save(checkpoint, io.BytesIO())
        print(f"saved step {step}")
        # no rank goes on before the checkpoint exists
        dist.barrier()


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(dist.get_rank())
    ddp = DDP(nn.Sequential(nn.Linear(10, 20), nn.GELU(), nn.Linear(20, 10)))
    optimizer = torch.optim.AdamW(ddp.parameters(), lr=1e-3)
    for step in range(1, 11):
        x = torch.randn(8, 10)
        loss = nn.functional.mse_loss(ddp(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 5 == 0:
            save_checkpoint(ddp, optimizer, step)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
