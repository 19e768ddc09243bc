"""One rank's backend raises, and torch is set to continue uncompiled, so that only step times show
it."""

import torch._dynamo.config as dynamo_config
import torch.distributed as dist

from gridlock import planting


def prepare(cell):
    dynamo_config.suppress_errors = True
    if dist.get_rank() == planting.faulty_rank():
        planting.on_each_graph(_fail)


def _fail(graph):
    raise NotImplementedError("no kernel for this operator")


def program(x):
    return x.sin()


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
