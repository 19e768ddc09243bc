"""Resolves tables that are used only for lookups. A table is a top-level assignment TABLE = {key:
Name, …}. TABLE[key] with a known key is replaced with its entry."""

import ast

from gridlock_minimizer.syntax.effects import is_atom
from gridlock_minimizer.syntax.tree import names, nodes


def tables(program):
    """Returns {name: dictionary} of the tables of a program. Their entries may replace lookups."""
    is_fixed = program.is_fixed()
    return {
        name: value
        for name, value in program.constants().items()
        if is_table(value, is_fixed) and is_only_looked_up(name, program.body)
    }


def is_table(value, is_fixed):
    return (
        isinstance(value, ast.Dict)
        and all(isinstance(key, ast.Constant) for key in value.keys)
        and all(is_atom(entry, is_fixed) for entry in value.values)
    )


def is_only_looked_up(name, tree):
    """Returns whether no code changes the table, passes it on, or iterates over it."""
    mentions = names(tree, (ast.Load, ast.Del)).count(name)
    return mentions == sum(
        isinstance(n.value, ast.Name) and n.value.id == name and isinstance(n.ctx, ast.Load)
        for n in nodes(tree, ast.Subscript)
    )
