"""Computes the canonical form of a script. Scripts that differ only in layout, comments, docstrings
or the names of locals have the same canonical form."""

import ast
import hashlib

from gridlock_minimizer.syntax.scopes import SCOPES, Renaming
from gridlock_minimizer.syntax.tree import FUNCTIONS, is_docstring, nodes, parameters, walk


def canonical(tree):
    """Computes the canonical form of a tree. Changes the tree."""
    _drop_docstrings(tree)
    _rename_locals(tree)
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def _drop_docstrings(tree):
    for node in walk(tree):
        body = getattr(node, "body", None)
        if isinstance(node, SCOPES + (ast.Module, ast.ClassDef)) and isinstance(body, list):
            node.body = [s for s in body if not is_docstring(s)] or [ast.Pass()]


def _rename_locals(tree):
    """Numbers locals in the order of their first use. Parameters that calls may pass by name keep
    their names. In a script that mentions locals, eval, exec or vars, all locals keep their names,
    because the script could read them."""
    by_name = {k.arg for k in nodes(tree, ast.keyword)}
    asks = {n.id for n in nodes(tree, ast.Name)} & {"locals", "eval", "exec", "vars"}
    if asks:
        return

    def choose(scope, mine, around):
        fixed = (
            {p.arg for p in parameters(scope)} & by_name if isinstance(scope, FUNCTIONS) else set()
        )
        order = _first_uses(scope, mine - fixed)
        return {name: f"@{len(around)}.{k}" for k, name in enumerate(order)}

    Renaming(choose).visit(tree)


def _first_uses(scope, mine):
    order = {}
    for node in walk(scope):
        for field in ("id", "arg", "name"):
            name = getattr(node, field, None)
            if isinstance(name, str) and name in mine:
                order.setdefault(name)
    return list(order) + sorted(mine - order.keys())
