"""In each step, one rank sends to the next rank. At the fault, the send has another tag than the
receive.

The receiver uses the same tag in all steps, so the sender is at fault.
"""

import torch
import torch.distributed as dist

import gridlock
from gridlock import planting


def program(x):
    rank, sender = dist.get_rank(), gridlock.cell.faulty_rank
    if rank == sender:
        dist.send(x.detach(), planting.next_rank(), tag=2 if planting.has_come() else 1)
    elif planting.previous_rank() == sender:
        dist.recv(x.detach().clone(), sender, tag=1)
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
