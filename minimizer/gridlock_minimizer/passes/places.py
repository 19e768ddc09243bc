"""Finds the places of expressions, and makes names for pieces within statements."""

import ast

from gridlock_minimizer.syntax.tree import DEFINITIONS, IMPORTS, walk

_NOT_LOOKED_INTO = (ast.JoinedStr,) + IMPORTS


def expressions(tree):
    """Yields (expression, its parent, its place) for all expressions that are evaluated. Leaves out
    annotations and targets of assignments. Outer expressions precede inner ones, in the order of
    the text."""
    yield from _inside(tree, "")


def _inside(node, place):
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "type_comment", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.expr) and isinstance(
                getattr(child, "ctx", None) or ast.Load(), ast.Load
            ):
                yield child, node, place
            inner = f"{place}.{child.name}" if isinstance(child, DEFINITIONS) else place
            if not isinstance(child, _NOT_LOOKED_INTO):
                yield from _inside(child, inner)


def label(node, place):
    return f"{place}: {ast.unparse(node)}"


def size(node):
    return sum(1 for _ in walk(node))


def imported_names(tree):
    return {
        (a.asname or a.name).split(".")[0]
        for n in walk(tree)
        if isinstance(n, IMPORTS)
        for a in n.names
    }


def root(node):
    """Returns the name with which a chain of attributes begins; None for other expressions."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def callee(call):
    """Returns the last component of the called function's name, such as fully_shard for
    fsdp.fully_shard(…)."""
    return getattr(call.func, "attr", None) or getattr(call.func, "id", None)
