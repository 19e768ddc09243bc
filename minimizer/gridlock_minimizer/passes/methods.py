"""Replaces each call of a method that only returns an expression with that expression."""

import ast
import copy

from gridlock_minimizer.passes.calls import functions, given_value, has_stars, is_plain
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.effects import is_simple
from gridlock_minimizer.syntax.rewriting import dropped, put
from gridlock_minimizer.syntax.tree import COMPREHENSIONS, names, nodes, substitute

_KEPT = ("forward", "backward", "__init__", "__call__", "setup_context")


def pieces(script):
    mentions = [n.attr for n in nodes(script.tree, ast.Attribute)]
    found = []
    for function in functions(script.tree):
        name = function.node.name
        if function.given and name not in _KEPT and mentions.count(name) == len(function.calls):
            edits = _edits(function)
            if edits:
                alternative = Alternative(edits, "inline", takes_users=False)
                found.append(Piece([alternative], name=function.name))
    return found


def _edits(function):
    node, [result, *more] = function.node, function.node.body
    if more or not isinstance(result, ast.Return) or result.value is None or not is_plain(node):
        return None
    new = [_called(node, result.value, call) for call in function.calls]
    return None if None in new else [(node, dropped), *zip(function.calls, map(put, new))]


def _called(node, value, call):
    given = {node.args.args[0].arg: call.func.value}
    for at, parameter in enumerate(node.args.args[1:]):
        given[parameter.arg] = given_value(call, at, parameter.arg)[1]
    simple = all(v is not None and is_simple(v) for v in given.values())
    if has_stars(call) or not simple or _binds(value, {n for v in given.values() for n in names(v)}):
        return None
    return substitute(given, [ast.Expr(copy.deepcopy(value))])[0].value


def _binds(value, taken):
    """Returns whether a comprehension in the value binds one of the names `taken`."""
    return any(set(names(c, ast.Store)) & taken for c in nodes(value, COMPREHENSIONS + (ast.Lambda,)))
