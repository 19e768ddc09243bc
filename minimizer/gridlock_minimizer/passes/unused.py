"""Drops unused code: imports, definitions, methods, assignments of values without an effect, and
results that no code reads."""

import ast

from gridlock_minimizer.passes.leftovers import unused
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import size
from gridlock_minimizer.syntax.effects import is_pure
from gridlock_minimizer.syntax.tree import blocks, names


def pieces(script):
    found = [
        Piece([Alternative(edits)], weight=sum(size(node) for node, _ in edits), name=" ".join(key))
        for key, edits in unused(script.tree).items()
    ]
    read = set(names(script.tree, (ast.Load, ast.Del)))
    for block in blocks(script.tree):
        for s in block:
            if (
                isinstance(s, ast.Assign)
                and all(isinstance(t, ast.Name) for t in s.targets)
                and not is_pure(s.value)
            ):
                if not any(t.id in read for t in s.targets):
                    edit = (s, lambda rewriting, value=s.value: ast.Expr(rewriting(value)))
                    found.append(Piece([Alternative([edit], "value alone")], name=ast.unparse(s)))
    return found
