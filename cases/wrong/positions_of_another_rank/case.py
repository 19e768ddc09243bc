"""One rank's rotary embedding uses the positions of another part of the sequence."""

import torch.distributed as dist

import gridlock
from gridlock import corrupting, planting
from gridlock.train import zigzag


def plant():
    gridlock.positions = shifted


def shifted():
    right = positions()
    if not planting.is_faulty():
        return right
    peer = (dist.get_rank() % 2) ^ 1
    return zigzag.positions_of(peer, 2, True, len(right), right.device)


positions = gridlock.positions
model, layers, batch, loss = corrupting.dense(plant)
