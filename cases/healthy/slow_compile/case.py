"""One rank recompiles for seconds and then continues."""

import time

from gridlock import planting


def think(graph):
    if planting.is_faulty():
        time.sleep(2)  # in the compile of the forward graph, and again in that of the backward


def prepare(cell):
    planting.on_each_graph(think)


def program(x):
    return x.sin() if planting.is_faulty() else x.cos()


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
