"""On one rank a counter of the program is a constant of the graph: its compiler guards on the number,
and compiles anew in every step."""

from gridlock import planting

_steps = 0


def count(cell):
    planting.compile_afresh()


def program(x):
    return x * 0.001 * _steps


def batch(cell, step):
    global _steps
    planting.begin(step)
    _steps = step if planting.dist.get_rank() == planting.faulty_rank() else 0
    return _batch(cell, step)


model, layers, _batch, loss, parallelize = planting.toy(program, count)
