"""Folds expressions that contain the size. The size is known only when the script runs, from its
arguments."""

import ast

from gridlock_minimizer.export.request import SIZE
from gridlock_minimizer.syntax.folding import ORDERINGS


def folded(node, least):
    """Folds expressions such as SIZE == SIZE, 2 * SIZE // SIZE and SIZE > 1. Returns other nodes
    unchanged. `least` is the smallest size."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        parts = factor_of(node.left), factor_of(node.right)
        if None not in parts and parts[0] % parts[1] == 0:
            return ast.Constant(parts[0] // parts[1])
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        compare = ORDERINGS.get(type(node.ops[0]))
        left, right = factor_of(node.left), factor_of(node.comparators[0])
        if compare and left and right:
            return ast.Constant(compare(left, right))
        if compare and left and _is_below(node.comparators[0], left * least):
            return ast.Constant(compare(left * least, node.comparators[0].value))
    return node


def factor_of(node):
    """Returns the factor of a multiple of SIZE: 3 for `3 * SIZE`, 1 for `SIZE`."""
    if isinstance(node, ast.Name):
        return 1 if node.id == SIZE else None
    multiplied = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)
    if multiplied and isinstance(node.left, ast.Constant) and factor_of(node.right) == 1:
        return node.left.value
    return None


def _is_below(node, least):
    number = isinstance(node, ast.Constant) and isinstance(node.value, int)
    return number and node.value < least
