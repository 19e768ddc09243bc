"""Replaces a value in lowered code with an earlier value of the same operation, dtype and shape.
Two chains of equal operations become one."""

import ast

from gridlock_minimizer.passes.shapes import lowered, piece, shape_of, with_name


def pieces(script):
    found = []
    for function in lowered(script.tree):
        first = {}
        for s in function.statements:
            operation = (_operation(s.value), shape_of(s))
            earlier = first.setdefault(operation, s)
            if earlier is not s and operation[0]:
                change = with_name(function, s, earlier.target.id)
                found.append(piece(function, s, [(f"to {earlier.target.id}", change)]))
    return found


def _operation(value):
    """Returns the operation, such as torch.nn.functional.linear, .transpose or Mult."""
    if isinstance(value, ast.Call):
        is_method = isinstance(value.func, ast.Attribute) and isinstance(value.func.value, ast.Name)
        is_method = is_method and value.func.value.id != "torch"
        return "." + value.func.attr if is_method else ast.unparse(value.func)
    if isinstance(value, (ast.BinOp, ast.UnaryOp)):
        return type(value.op).__name__
    return type(value).__name__ if isinstance(value, (ast.Compare, ast.Subscript)) else ""
