"""One rank's graph breaks at a point where the other ranks' graphs do not break.

Ranks agree on what to recompute whenever they compile a graph through which gradients flow. No
gradient flows through either half of the faulty rank's graph. The faulty rank therefore runs the
first half's all-reduce while the other ranks' compilers gather the decisions of all ranks.
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
    if planting.has_come() and planting.is_faulty():  # makes all ranks recompile
        torch._dynamo.graph_break()
    return collectives.all_reduce(total.cos(), "sum", dist.group.WORLD)


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
