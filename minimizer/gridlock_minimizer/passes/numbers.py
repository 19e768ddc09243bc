"""Reduces numbers toward 1, and number types to float32.

Equal numbers are first changed together, because a size that has to agree is often written in
several places. A number never becomes 0, nor so small that a slice of the script becomes empty. A
tensor thus keeps at least one element.
"""

import ast
from collections import defaultdict

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import callee, expressions
from gridlock_minimizer.syntax.rewriting import put
from gridlock_minimizer.syntax.tree import nodes, walk

_DTYPES = ("bfloat16", "float16", "half", "float64", "double", "complex64", "complex128")
_TAKE_DIMENSIONS = {
    "permute", "transpose", "flatten", "unflatten", "squeeze", "unsqueeze", "softmax", "sum", "mean",
    "stack", "cat", "movedim", "size", "index_select", "gather",
}  # fmt: skip


def pieces(script):
    smallest = 1 + _longest_cut(script.tree)
    groups = defaultdict(list)
    dimensions = _dimensions(script.tree)
    for e, _, place in expressions(script.tree):
        options = [] if id(e) in dimensions else _smaller(e, smallest)
        if options:
            groups[ast.unparse(e)].append((e, place, options))
    found = []
    for text, members in groups.items():
        parent = len(found)
        options = members[0][2]
        found.append(_piece([e for e, _, _ in members], options, -1, text))
        if len(members) > 1:
            for number, (e, place, _) in enumerate(members):
                found.append(_piece([e], options, parent, f"{place}: {text} #{number}"))
    return found


def _piece(nodes, options, parent, name):
    alternatives = [
        Alternative(
            [(node, put(option)) for node in nodes], "to " + ast.unparse(option), True, False
        )
        for option in options
    ]
    return Piece(alternatives, parent, len(nodes), name=name)


def _smaller(e, smallest):
    """Returns smaller values, usually the greatest reduction first."""
    if isinstance(e, ast.Attribute) and e.attr in _DTYPES and ast.unparse(e.value) == "torch":
        return [ast.Attribute(e.value, "float32", ast.Load())]
    if not isinstance(e, ast.Constant) or isinstance(e.value, (bool, complex, str, bytes)):
        return []
    if isinstance(e.value, int):
        options = dict.fromkeys([smallest, 2, e.value // 2])
        return [ast.Constant(n) for n in options if smallest <= n < e.value]
    if isinstance(e.value, float) and e.value not in (0.0, 1.0):
        return [ast.Constant(1.0)]
    return []


def _dimensions(tree):
    """Returns the arguments that name dimensions. These numbers are not sizes, so they must not
    change."""
    found = set()
    for call in nodes(tree, ast.Call):
        if callee(call) in _TAKE_DIMENSIONS:
            found |= {id(a) for a in call.args}
        found |= {id(k.value) for k in call.keywords if k.arg in ("dim", "dims", "dim0", "dim1")}
    return found


def _longest_cut(tree):
    """Returns the largest k < 8 in slices such as x[:-k] and x[k:]."""
    cuts = [0]
    for node in walk(tree):
        if isinstance(node, ast.Slice):
            for bound in (node.lower, node.upper):
                bound = bound.operand if isinstance(bound, ast.UnaryOp) else bound
                if isinstance(bound, ast.Constant) and isinstance(bound.value, int):
                    is_cut = bound is node.lower or bound is not node.upper
                    cuts += [bound.value] if is_cut else []
    return max(k for k in cuts if k < 8)
