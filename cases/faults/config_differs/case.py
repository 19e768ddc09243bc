"""A setting turns Dynamo off on one rank, as if an environment variable were set on only one host.
All steps of that rank run uncompiled, with right numerical results."""

import torch._dynamo.config as dynamo_config
import torch.distributed as dist

from gridlock import planting


def prepare(cell):
    dynamo_config.disable = dist.get_rank() == planting.faulty_rank()


def program(x):
    return x.sin()


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
