# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [0]
# ///
"""torch.distributed.checkpoint.save is called like torch.save, only on rank 0. But this function
plans the checkpoint with all ranks."""

import tempfile

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


def save(ddp, optimizer, folder):
    if dist.get_rank() == 0:
        state = {"model": ddp.module.state_dict(), "optimizer": optimizer.state_dict()}
        dcp.save(state, checkpoint_id=folder)
        print(f"saved {folder}")
    dist.barrier()


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    ddp = DDP(nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8)))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1, momentum=0.9)
    with tempfile.TemporaryDirectory() as folder:
        for step in range(1, 5):
            x = torch.randn(8, 8)
            loss = nn.functional.mse_loss(ddp(x), x)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step % 2 == 0:
                save(ddp, optimizer, f"{folder}/step{step}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
