"""Turns modules without members into functions. The class Block with its method forward(self, x)
becomes the function block(x)."""

import ast
import copy

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.screen.classes import beyond_super, is_plain_module
from gridlock_minimizer.syntax.rewriting import put
from gridlock_minimizer.syntax.scopes import fresh
from gridlock_minimizer.syntax.tree import DEFINITIONS, names, nodes


def pieces(script):
    found = []
    for node in script.tree.body:
        edits = _edits(script.tree, node) if is_plain_module(node) else []
        if edits:
            alternative = Alternative(edits, "function", takes_users=False)
            found.append(Piece([alternative], name=node.name))
    return found


def _edits(tree, node):
    forward = _only_forward(node)
    calls = [c for c in nodes(tree, ast.Call) if ast.unparse(c.func) == node.name]
    is_only_made = names(tree).count(node.name) == len(calls)
    if forward is None or not calls or not is_only_made:
        return []
    if any(call.args or call.keywords for call in calls):
        return []
    name = _name(tree, node)
    arguments = copy.copy(forward.args)
    arguments.args = forward.args.args[1:]
    function = ast.FunctionDef(name, arguments, forward.body, [])
    return [(node, lambda rewriting: rewriting.inside(function))] + [
        (call, put(ast.Name(name, ast.Load()))) for call in calls
    ]


def _only_forward(node):
    """Returns the forward of a class that defines nothing else and does not use self; otherwise
    None."""
    methods = {getattr(m, "name", ""): m for m in node.body}
    init = methods.pop("__init__", None)
    forward = methods.get("forward")
    if forward is None or len(methods) > 1 or forward.decorator_list or not forward.args.args:
        return None
    makes_nothing = init is None or not beyond_super(init)
    return forward if makes_nothing and forward.args.args[0].arg not in names(forward.body) else None


def _name(tree, node):
    taken = {*names(tree), *(d.name for d in nodes(tree, DEFINITIONS))}
    name = node.name.lower()
    return fresh(name, taken) if name in taken else name
