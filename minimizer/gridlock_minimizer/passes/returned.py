"""Makes a function return the last value that it computes instead of its result. Callers often need
a result but no particular value."""

import ast

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.rewriting import dropped, replaced_by
from gridlock_minimizer.syntax.tree import nodes


def pieces(script):
    found = []
    for function in nodes(script.tree, (ast.FunctionDef, ast.AsyncFunctionDef)):
        if len(function.body) < 2:
            continue
        last, end = function.body[-2:]
        value = _computed(last)
        if value is not None and isinstance(end, ast.Return) and isinstance(end.value, ast.Name):
            edits = [(last, dropped), (end.value, replaced_by(value))]
            alternative = Alternative(edits, "return it", takes_users=False)
            found.append(Piece([alternative], name=f"{function.name}: {ast.unparse(last)}"))
    return found


def _computed(statement):
    """Returns the value of `x = value`, or the call if the statement is a call."""
    if isinstance(statement, ast.Assign):
        return statement.value if isinstance(statement.targets[0], ast.Name) else None
    is_call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    return statement.value if is_call else None
