"""Finds reads of self.x in scripts that never write an attribute x."""

import ast

from gridlock_minimizer.screen.classes import methods, self_name
from gridlock_minimizer.screen.module_attributes import MODULE_ATTRIBUTES
from gridlock_minimizer.syntax.tree import DEFINITIONS, nodes, walk


def refusal(tree, classes):
    if classes.is_open:
        return ""
    written = _written(tree)
    for node in classes.closed():
        known = written | (MODULE_ATTRIBUTES if classes.is_module(node) else set())
        for method in methods(node):
            for read in _reads(method):
                if read not in known and not read.startswith("__"):
                    return f"{node.name} has no attribute '{read}'"
    return ""


def _written(tree):
    """Returns the attributes that are written through any object, and the names that strings may
    contain."""
    names = {n.attr for n in nodes(tree, ast.Attribute) if not isinstance(n.ctx, ast.Load)}
    names |= {n.value for n in nodes(tree, ast.Constant) if isinstance(n.value, str)}
    for node in nodes(tree, ast.ClassDef):
        for part in node.body:
            if isinstance(part, DEFINITIONS):
                names.add(part.name)
            else:
                names |= {n.id for n in nodes(part, ast.Name)}
    return names


def _reads(method):
    this = self_name(method)
    if any(
        isinstance(n, ast.Name) and n.id == this and isinstance(n.ctx, ast.Store)
        for n in walk(method)
    ):
        return
    for node in nodes(method, ast.Attribute):
        if (
            isinstance(node.value, ast.Name)
            and node.value.id == this
            and isinstance(node.ctx, ast.Load)
        ):
            yield node.attr
