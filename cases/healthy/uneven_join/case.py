"""Ranks have different numbers of batches under DDP's join(). A rank without data still makes the
collectives of the others."""

import time

import torch
import torch.distributed as dist
from torch.distributed.algorithms.join import Join
from torch.nn.parallel import DistributedDataParallel

from gridlock import planting


def program(x):
    return torch.zeros_like(x)


def loss(model, inputs, targets):
    train_unevenly(9 if planting.is_faulty() else 3, inputs.device)
    return mean_loss(model, inputs, targets)


def train_unevenly(batches, device):
    replica = DistributedDataParallel(torch.nn.Linear(4, 4, device=device))
    with Join([replica]):
        for _ in range(batches + dist.get_rank()):
            replica(torch.ones(2, 4, device=device)).sum().backward()
            time.sleep(0.2)


model, layers, batch, mean_loss, parallelize = planting.toy(program)
