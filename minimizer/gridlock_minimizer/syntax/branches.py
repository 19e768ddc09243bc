"""Removes statements that can never run, and statements that do nothing."""

import ast

from gridlock_minimizer.syntax.effects import is_pure
from gridlock_minimizer.syntax.tree import FUNCTIONS, is_docstring, nodes, substitute

_LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def prune(tree, is_empty_call=lambda call: False):
    """Prunes the bodies of all functions of a tree. `is_empty_call(call)` returns whether the
    called function does nothing."""
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and not isinstance(node, ast.Lambda):
            node.body = _block(node.body, is_empty_call) or [ast.Pass()]
    return tree


def _block(block, is_empty_call):
    pruned = []
    for statement in block:
        for new in _statement(statement, is_empty_call):
            pruned.append(new)
            if isinstance(new, _LEAVES):
                return pruned
    if len(pruned) > 1:
        pruned = [s for s in pruned if not isinstance(s, ast.Pass)] or [ast.Pass()]
    return pruned


def _statement(s, is_empty_call):
    """Returns the statements that replace the statement `s`."""
    for field in ("body", "orelse", "finalbody"):
        inner = getattr(s, field, None)
        if inner and not isinstance(s, FUNCTIONS + (ast.ClassDef,)):
            inner = _block(inner, is_empty_call)
            setattr(s, field, inner or ([ast.Pass()] if field == "body" else []))
    if isinstance(s, ast.If):
        return _if(s)
    if isinstance(s, ast.With) and all(_does_nothing(item) for item in s.items):
        return s.body
    if isinstance(s, ast.For):
        return _for(s)
    if isinstance(s, ast.Expr) and not is_docstring(s):
        call = s.value
        empty = isinstance(call, ast.Call) and is_empty_call(call) and all(map(is_pure, call.args))
        return [] if empty or is_pure(call) else [s]
    return [] if isinstance(s, ast.Pass) else [s]


def _if(s):
    if isinstance(s.test, ast.Constant):
        return s.body if s.test.value else s.orelse
    if _is_empty(s.body) and not s.orelse and is_pure(s.test):
        return []
    if _is_empty(s.orelse):
        s.orelse = []
    return [s]


def _for(s):
    if _is_empty(s.body) and not s.orelse and is_pure(s.iter):
        return []
    return _unrolled(s) or [s]


def _unrolled(s):
    """Returns the statements that replace a loop over a list with one element. Returns None for
    other loops."""
    one = isinstance(s.iter, (ast.List, ast.Tuple)) and len(s.iter.elts) == 1
    if not one or not isinstance(s.target, ast.Name) or s.orelse:
        return None
    element = s.iter.elts[0]
    if not isinstance(element, ast.Name) or any(nodes(s.body, (ast.Break, ast.Continue))):
        return None
    return substitute({s.target.id: element}, s.body)


def _does_nothing(item):
    return item.optional_vars is None and ast.unparse(item.context_expr) in (
        "contextlib.nullcontext()",
        "nullcontext()",
    )


def _is_empty(block):
    return all(isinstance(s, ast.Pass) for s in block)
