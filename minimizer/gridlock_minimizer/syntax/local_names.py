"""Simplifies local names that stand for another expression or are never read."""

import ast
from collections import Counter

from gridlock_minimizer.syntax.effects import is_atom, is_pure
from gridlock_minimizer.syntax.scopes import SCOPES, bound_in
from gridlock_minimizer.syntax.tree import (
    FUNCTIONS,
    blocks,
    drop,
    name,
    names,
    nodes,
    substitute,
)


def simplify(function, is_fixed):
    """Simplifies one function with all nested functions. `is_fixed(name)` returns whether `name` is
    a global that never changes."""
    split_tuples(function)
    while _replace_one(function, is_fixed):
        pass
    drop_unused(function)


def _assignments(function):
    """Yields (block, position, statement) for each assignment x = value in which x is a local of
    the function."""
    mine = bound_in(function)
    for block in blocks(function):
        for at, s in enumerate(block):
            if isinstance(s, ast.Assign) and len(s.targets) == 1:
                if isinstance(s.targets[0], ast.Name) and s.targets[0].id in mine:
                    yield block, at, s


def _replace_one(function, is_fixed):
    stores = Counter(names(function, ast.Store))
    loads = Counter(names(function, ast.Load))
    for scope in nodes(function, FUNCTIONS):
        stores.update(a.arg for a in ast.walk(scope.args) if isinstance(a, ast.arg))
    shared = {n for part in nodes(function, (ast.Global, ast.Nonlocal)) for n in part.names}
    for block, at, s in _assignments(function):
        target, value = s.targets[0].id, s.value
        if stores[target] > 1 or target in shared or not loads[target]:
            continue
        rest = block[at + 1 :]
        if is_atom(value, is_fixed):
            function.body = substitute({target: value}, function.body)
        elif _is_alias(rest, target, value, stores, loads, shared):
            block[at + 1 :] = substitute({target: value}, rest)
        else:
            continue
        drop(block, s)
        return True
    return False


def _is_alias(rest, target, source, stores, loads, shared):
    """Returns whether `target` equals `source` wherever `target` is read."""
    if not isinstance(source, ast.Name):
        return False
    source = source.id
    if source in shared or names(rest, ast.Load).count(target) != loads[target]:
        return False
    if stores[source] == 1:
        return True
    nested = any(target in names(scope) for scope in nodes(rest, SCOPES))
    return stores[source] > 1 and source not in names(rest, ast.Store) and not nested


def split_tuples(function):
    """Splits a, b = x, y into two statements if the result is equivalent."""
    mine = bound_in(function)
    for block in blocks(function):
        for s in list(block):
            if not isinstance(s, ast.Assign) or not isinstance(s.value, ast.Tuple):
                continue
            target = s.targets[0]
            if not isinstance(target, ast.Tuple) or len(target.elts) != len(s.value.elts):
                continue
            read = set(names(s.value))
            if all(isinstance(e, ast.Name) and e.id in mine - read for e in target.elts):
                at = block.index(s)
                pairs = zip(target.elts, s.value.elts)
                block[at : at + 1] = [ast.Assign([e], value) for e, value in pairs]


def drop_unused(function):
    loads = set(names(function, ast.Load)) | set(names(function, ast.Del))
    loads |= {n for part in nodes(function, (ast.Global, ast.Nonlocal)) for n in part.names}
    for block, _, s in list(_assignments(function)):
        if s.targets[0].id not in loads:
            if is_pure(s.value):
                drop(block, s)
            else:
                block[block.index(s)] = ast.Expr(s.value)


def renamed(old, new, statements):
    """Renames the local `old` to `new`."""
    for node in nodes(statements, (ast.Name, ast.arg, ast.FunctionDef, ast.ExceptHandler)):
        for field in ("id", "arg", "name"):
            if getattr(node, field, None) == old:
                setattr(node, field, new)
    for node in nodes(statements, (ast.Nonlocal,)):
        node.names = [new if n == old else n for n in node.names]
    return statements


def assign(target, value):
    return ast.Assign([name(target, ast.Store)], value)
