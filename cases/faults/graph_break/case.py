"""One rank's graph breaks at a point where the other ranks' graphs do not break.

When ranks compile a graph through which gradients flow, their compilers gather the decisions of all
ranks about what to recompute. No gradient flows through either half of the faulty rank's graph, so
its compiler gathers nothing. The faulty rank runs the first half's all-reduce instead, while the
other ranks wait in the gather.
"""

import torch
import torch._functorch.config as functorch_config
import torch.distributed as dist
import torch.distributed._functional_collectives as collectives

from gridlock import planting


def prepare(cell):
    planting.compile_afresh()
    functorch_config._sync_decision_cross_ranks = True


def program(x):
    total = collectives.all_reduce(x.detach().sin(), "sum", dist.group.WORLD)
    if planting.has_come() and planting.is_faulty():  # all ranks recompile in this step
        torch._dynamo.graph_break()
    return collectives.all_reduce(total.cos(), "sum", dist.group.WORLD)


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
