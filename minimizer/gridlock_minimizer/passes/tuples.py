"""Splits a, b = x, y into a = x and b = y. Each assignment can then be dropped alone. An assignment
of an unread name is dropped immediately."""

import ast

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.tree import blocks, names


def pieces(script):
    return [
        Piece([Alternative([(s, _split(s))], "split", takes_users=False)], name=ast.unparse(s))
        for block in blocks(script.tree)
        for s in block
        if _is_splittable(s)
    ]


def _is_splittable(s):
    if not isinstance(s, ast.Assign) or len(s.targets) != 1:
        return False
    target, value = s.targets[0], s.value
    if (
        not isinstance(target, ast.Tuple)
        or not isinstance(value, ast.Tuple)
        or len(target.elts) != len(value.elts)
    ):
        return False
    plain = not any(isinstance(e, ast.Starred) for e in target.elts + value.elts)
    later = [names(value.elts[k + 1 :]) for k in range(len(target.elts))]
    return plain and not any(set(names(t)) & set(reads) for t, reads in zip(target.elts, later))


def _split(s):
    pairs = list(zip(s.targets[0].elts, s.value.elts))
    return lambda rewriting: [ast.Assign([rewriting(t)], rewriting(v)) for t, v in pairs]
