"""Shortens names as a reader would: model_1 becomes model if that name is free."""

import ast
import builtins
import copy
import re

from gridlock_minimizer.syntax.local_names import renamed
from gridlock_minimizer.syntax.scopes import SCOPES, bound_in
from gridlock_minimizer.syntax.tree import (
    DEFINITIONS,
    FUNCTIONS,
    IMPORTS,
    defined_by,
    names,
    nodes,
    parameters,
)


def shorten_names(tree):
    """Shortens the names of all locals. Changes the tree."""
    for scope in nodes(tree, SCOPES):
        for name in sorted(bound_in(scope)):
            short = re.sub(r"(_\d+)+$", "", name)
            if short and short != name and short not in _mentioned(scope):
                renamed(name, short, [scope])
    return tree


def shorten_globals(tree):
    """Shortens the names of top-level variables. Returns a new tree."""
    tree = copy.deepcopy(tree)
    stored = {n for s in tree.body if not isinstance(s, DEFINITIONS) for n in defined_by(s)}
    for name in sorted(stored):
        short = re.sub(r"(_\d+)+$", "", name)
        if short and short != name and short not in _mentioned(tree) | set(dir(builtins)):
            renamed(name, short, [tree])
            for declaration in nodes(tree, ast.Global):
                declaration.names = [short if n == name else n for n in declaration.names]
    return tree


def _mentioned(scope):
    inside = [p.arg for f in nodes(scope, FUNCTIONS) for p in parameters(f)]
    defined = [d.name for d in nodes(scope, DEFINITIONS)]
    imported = [(a.asname or a.name).split(".")[0] for i in nodes(scope, IMPORTS) for a in i.names]
    return {*names(scope), *inside, *defined, *imported, getattr(scope, "name", "")}
