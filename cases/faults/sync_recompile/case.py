"""Plants nothing: torch 2.11 itself hangs when compilers agree on what to recompute.

From the second step on, one rank gets equal values in another layout and recompiles. Its compiler
gathers the decisions of all ranks. That call is paired with the all-reduce of the other ranks.

Sometimes torch hangs earlier, in another way, and the cell's verdict is timeout. A thread of gloo
frees a finished work while it holds the queue's mutex. If a tensor of the work has a Python object,
freeing the work also needs the GIL. Meanwhile the compiler holds the GIL in its Python dispatcher,
enqueues the next call and waits for the queue's mutex.
"""

import torch._functorch.config as functorch_config
import torch.distributed as dist
import torch.distributed._functional_collectives as collectives

from gridlock import planting


def prepare(cell):
    planting.compile_afresh()
    functorch_config._sync_decision_cross_ranks = True


def program(x):
    return collectives.all_reduce(x.detach(), "sum", dist.group.WORLD)


def loss(model, inputs, targets):
    if planting.is_faulty():
        inputs = inputs.transpose(0, 1).contiguous().transpose(0, 1)
    return mean_loss(model, inputs, targets)


model, layers, batch, mean_loss, parallelize = planting.toy(program, prepare)
