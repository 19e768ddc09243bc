"""Reduces loops to their first iteration, or to two iterations. With fewer steps, layers and
batches, every later run is cheaper."""

import ast

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.unwrapping import once
from gridlock_minimizer.syntax.rewriting import put
from gridlock_minimizer.syntax.tree import DEFINITIONS, walk

_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)


def pieces(script):
    found = []
    _look(script.tree, -1, "", found)
    return found


def _look(node, parent, place, found):
    for child in ast.iter_child_nodes(node):
        above = parent
        if isinstance(child, _LOOPS):
            alternatives = _alternatives(child)
            if alternatives:
                above = len(found)
                name = f"{place}: {_head(child)}"
                found.append(Piece(alternatives, parent, sum(1 for _ in walk(child)), name=name))
        inner = f"{place}.{child.name}" if isinstance(child, DEFINITIONS) else place
        _look(child, above, inner, found)


def _alternatives(loop):
    edit = once(loop) if isinstance(loop, ast.stmt) else None
    first = [_alternative(loop, "once", edit)] if edit else []
    count = _count(getattr(loop, "iter", None))
    if count is None:
        return first
    fewer = [1] if not edit else []
    fewer += [2] if not fewer or count.value > 2 else []
    return first + [
        _alternative(count, f"{number} rounds", put(ast.Constant(number)))
        for number in fewer
        if number < count.value
    ]


def _alternative(node, name, edit):
    return Alternative([(node, edit)], name, takes_children=False, takes_users=False)


def _count(iterable):
    """Returns the node of n if the iterable is range(n) and n is a number."""
    if not isinstance(iterable, ast.Call) or ast.unparse(iterable.func) != "range":
        return None
    count = iterable.args[0] if len(iterable.args) == 1 else None
    known = isinstance(count, ast.Constant) and isinstance(count.value, int)
    return count if known else None


def _head(loop):
    text = ast.unparse(getattr(loop, "test", None) or loop.iter)
    return f"for {ast.unparse(loop.target)} in {text}" if hasattr(loop, "iter") else f"while {text}"
