"""A setting turns Dynamo off on one rank, as if a variable was exported on only one host. All steps
of that rank run uncompiled, and the rank's numerical results are right."""

import torch._dynamo.config as dynamo_config
import torch.distributed as dist

from gridlock import planting


def prepare(cell):
    dynamo_config.disable = dist.get_rank() == planting.faulty_rank()


def program(x):
    return x.sin()


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
