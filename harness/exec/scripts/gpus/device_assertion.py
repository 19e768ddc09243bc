# /// gridlock
# ranks = 2
# verdict = "crash"
# class = "raised"
# at_fault = [1]
# sentence = "Rank 1 raised AcceleratorError at device_assertion.py:\\d+ \\(main\\): CUDA error: device-side assert triggered, in a kernel that was launched before.*"
# ///
"""Rank 1 looks up row 100 of an embedding of 100 rows in step 4. The kernel's assertion fails,
which the host sees at its next synchronization."""

import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    model = nn.Sequential(nn.Embedding(100, 64), nn.Linear(64, 100)).to(device)
    ddp = DistributedDataParallel(model, device_ids=[device.index])
    optimizer = torch.optim.SGD(ddp.parameters(), 1e-2)
    for step in range(8):
        tokens = torch.randint(0, 100, (8, 32), device=device)
        if step == 4 and rank == 1:
            tokens[0, 0] = 100
        ddp(tokens).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
    torch.cuda.synchronize()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
