"""One rank recompiles, which takes a long time; then the rank continues."""

import time

from gridlock import planting


def think(graph):
    if planting.is_faulty():
        time.sleep(2)  # in forward's graph, and in backward's


def prepare(cell):
    planting.on_each_graph(think)


def program(x):
    return x.sin() if planting.is_faulty() else x.cos()


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
