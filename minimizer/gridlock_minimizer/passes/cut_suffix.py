"""Cuts lowered code after the failure: a loss becomes the mean of an earlier value, and the code
between the two is dropped."""

import ast

from gridlock_minimizer.passes.shapes import is_floating, lowered, piece, shape_of, with_value


def pieces(script):
    """Proposes to replace the last scalar of each function with the mean of an earlier value. The
    earlier this value is, the more code is dropped."""
    found = []
    for function in lowered(script.tree):
        statements = function.statements
        numbers = [s for s in statements if shape_of(s).endswith("[]") and is_floating(shape_of(s))]
        if not numbers:
            continue
        last = numbers[-1]
        for s in statements[: statements.index(last)]:
            if is_floating(shape_of(s)) and not _is_mean(last, s):
                change = with_value(function, last, _mean(s))
                found.append(piece(function, s, [("the mean of it", change)]))
    return found


def _mean(statement):
    return ast.parse(f"{statement.target.id}.mean()", mode="eval").body


def _is_mean(last, statement):
    return ast.dump(last.value) == ast.dump(_mean(statement))
