"""A pass of the compiler adds useless computation on every rank. The results are right, but steps
take many times as long as uncompiled steps."""

import torch

from gridlock import planting

USELESS = 3000


def prepare(cell):
    planting.on_each_graph(_slow_down)


def _slow_down(graph):
    first = next(node for node in graph.nodes if node.op != "placeholder")
    with graph.inserting_before(first):
        x = graph.call_function(torch.ops.aten.ones.default, ([200, 200],))
        for _ in range(USELESS):
            x = graph.call_function(torch.ops.aten.sin.default, (x,))


def program(x):
    return x.sin()


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
