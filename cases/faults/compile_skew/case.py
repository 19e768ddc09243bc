"""One rank recompiles, and a pass over its graph takes longer than any deadline."""

import time

from gridlock import planting


def think(graph):
    if planting.is_faulty():
        time.sleep(planting.FOREVER)


def prepare(cell):
    planting.on_each_graph(think)


def program(x):
    return x.sin() if planting.is_faulty() else x.cos()


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
