# /// gridlock
# ranks = 2
# verdict = "crash"
# class = "killed"
# at_fault = [0]
# sentence = "Rank 0 was killed by SIGABRT\\. Before that: all_reduce #\\d+ of default_pg does not match: rank 0 passed 1 × float32 \\(metric_on_rank0_aborts.py:29\\), rank 1 passed 36 × float32 .*"
# ///
"""Only rank 0 reduces the loss after each epoch. Its call meets the gradients of rank 1's next
batch. gloo aborts the process that receives more bytes than it expects."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel

WIDTH = 8
BATCHES = 4

dist.init_process_group("gloo")
model = DistributedDataParallel(nn.Linear(WIDTH, 4))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _epoch in range(3):
    for _batch in range(BATCHES):
        loss = model(torch.randn(16, WIDTH)).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    if dist.get_rank() == 0:
        dist.all_reduce(loss.detach())
del model
dist.destroy_process_group()
