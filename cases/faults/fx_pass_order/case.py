"""A pass of the compiler puts two independent collectives into another order on one rank."""

import torch.distributed as dist
import torch.distributed._functional_collectives as collectives

from gridlock import planting


def reorder(graph):
    """Issues both calls before it waits for either, as passes that overlap communication do."""
    calls = [n for n in graph.nodes if n.op == "call_function" and "c10d" in str(n.target)]
    if not calls:
        return  # the graph of the backward
    reduce, wait_for_reduce, gather, _ = calls
    gather.append(wait_for_reduce)
    if planting.is_faulty():
        reduce.prepend(gather)


def prepare(cell):
    planting.on_each_graph(reorder)


def program(x):
    scale = 2 if planting.has_come() else 1  # all ranks recompile at the fault
    x = x.detach() * scale
    total = collectives.all_reduce(x, "sum", dist.group.WORLD)
    parts = collectives.all_gather_tensor(x, 0, dist.group.WORLD)
    return total + parts.mean()


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
