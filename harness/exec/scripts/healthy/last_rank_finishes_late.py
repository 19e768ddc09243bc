# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""After the last collective, only rank 0 continues: it exports the model for five seconds. The
other ranks have already exited."""

import io
import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


def export(model, pieces=10):
    buffer = io.BytesIO()
    for _ in range(pieces):
        torch.save(model.state_dict(), buffer)
        time.sleep(0.5)
    print(f"exported {buffer.tell()} bytes")


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    model = nn.Linear(16, 16)
    ddp = DDP(model)
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    for _ in range(4):
        x = torch.randn(8, 16)
        optimizer.zero_grad()
        nn.functional.mse_loss(ddp(x), x).backward()
        optimizer.step()
    dist.barrier()
    del ddp  # DDP must be freed first, or torch 2.11 may hang
    dist.destroy_process_group()
    if rank == 0:
        export(model)


if __name__ == "__main__":
    main()
