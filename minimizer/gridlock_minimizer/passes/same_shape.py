"""Replaces a value in lowered code with one of its operands that has the same dtype and shape. The
operation between the two is dropped."""

from gridlock_minimizer.passes.shapes import lowered, piece, shape_of, with_name
from gridlock_minimizer.syntax.tree import names


def pieces(script):
    found = []
    for function in lowered(script.tree):
        shapes = {s.target.id: shape_of(s) for s in function.statements}
        for s in function.statements:
            operands = dict.fromkeys(names(s.value))
            same = [n for n in operands if shapes.get(n) == shape_of(s) and n != s.target.id]
            if same:
                changes = [(f"to {n}", with_name(function, s, n)) for n in same[:2]]
                found.append(piece(function, s, changes))
    return found
