"""Reduces the launch of the script: fewer ranks, no environment of its own, no arguments.

There are two ways to reduce the number of ranks. One changes only the number. The other also
changes the script's constants that equal the number, as in init_device_mesh("cpu", (4,)).
"""

import ast
import dataclasses
import math

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import expressions
from gridlock_minimizer.syntax.rewriting import put


def pieces(script):
    launch = script.launch
    found = (
        [Piece(_fewer_ranks(script), weight=launch.ranks, name="ranks")] if launch.ranks > 1 else []
    )
    for number, (name, value) in enumerate(launch.environment):
        found.append(_removal("environment", number, f"{name}={value}"))
    for number, argument in enumerate(launch.arguments):
        found.append(_removal("arguments", number, argument))
    return found


def _fewer_ranks(script):
    ranks = script.launch.ranks
    alternatives = []
    for fewer in dict.fromkeys([2, ranks // 2, ranks - 1, 1]):
        if 0 < fewer < ranks:

            def change(launch, fewer=fewer):
                return dataclasses.replace(launch, ranks=fewer)

            edits = _constants(script.tree, ranks, fewer)
            if edits:
                alternatives.append(
                    Alternative(edits, f"{fewer} ranks, constants too", change_launch=change)
                )
            alternatives.append(Alternative([], f"{fewer} ranks", change_launch=change))
    return alternatives


def _constants(tree, ranks, fewer):
    """Returns edits of the constants that depend on the number of ranks: numbers that equal
    `ranks`, and mesh shapes whose product is `ranks`."""
    edits, in_shape = [], set()
    for e, _, _ in expressions(tree):
        values = _whole_numbers(e)
        if len(values) > 1 and math.prod(values) == ranks:
            in_shape.update(id(part) for part in e.elts)
            shape = [ast.Constant(n) for n in _smaller_shape(values, fewer)]
            edits.append((e, put(type(e)(shape, ast.Load()))))
        elif (
            isinstance(e, ast.Constant) and type(e.value) is int and e.value == ranks and ranks > 1
        ):
            if id(e) not in in_shape:
                edits.append((e, put(ast.Constant(fewer))))
    return edits


def _whole_numbers(e):
    parts = e.elts if isinstance(e, (ast.Tuple, ast.List)) else []
    whole = all(isinstance(p, ast.Constant) and type(p.value) is int for p in parts)
    return [p.value for p in parts] if whole else []


def _smaller_shape(shape, ranks):
    """Returns a mesh shape for `ranks` ranks with the same number of dimensions. As many of the
    last dimensions as possible keep their sizes."""
    left, new = ranks, []
    for size in reversed(shape):
        kept = math.gcd(size, left)
        new.insert(0, kept)
        left //= kept
    new[0] *= left
    return new


def _removal(field, number, text):
    """Returns a piece that removes an item by its index. The index stays valid, because changes are
    applied from the last piece to the first."""

    def change(launch):
        items = getattr(launch, field)
        return dataclasses.replace(launch, **{field: items[:number] + items[number + 1 :]})

    return Piece([Alternative([], change_launch=change)], name=f"{field}: {text}")
