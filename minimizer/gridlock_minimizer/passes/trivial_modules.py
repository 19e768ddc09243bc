"""Replaces the construction of trivial modules. A module that does nothing becomes nn.Identity. A
module that only calls another module or function becomes that module or function."""

import ast

from gridlock_minimizer.passes.calls import functions, given_value, has_stars, holders, is_plain
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import root
from gridlock_minimizer.screen.classes import beyond_super, is_plain_module
from gridlock_minimizer.syntax.rewriting import put, replaced_by
from gridlock_minimizer.syntax.tree import names, nodes, substitute, walk


def pieces(script):
    found = []
    makers = {f.name: f for f in functions(script.tree)}
    for node in script.tree.body:
        if is_plain_module(node):
            calls = [
                c
                for c in walk(script.tree)
                if isinstance(c, ast.Call) and ast.unparse(c.func) == node.name
            ]
            edits = _edits(node, calls, makers.get(f"{node.name}.__init__"))
            if edits:
                edits += _reaching_in(script.tree, node)
                found.append(
                    Piece([Alternative(edits, "inline", takes_users=False)], name=node.name)
                )
    return found


def _edits(node, calls, maker):
    forward = next((m for m in node.body if getattr(m, "name", "") == "forward"), None)
    inits = [m for m in node.body if getattr(m, "name", "") == "__init__"]
    if forward is None or len(node.body) != 1 + len(inits) or len(forward.args.args) < 2:
        return []
    result = forward.body[0].value if isinstance(forward.body[0], ast.Return) else None
    x = forward.args.args[1].arg
    applied = _applied(result, x)
    if applied is not None and not any(map(beyond_super, inits)):
        return [(call, put(_copy(applied))) for call in calls if not call.args]
    if isinstance(result, ast.Name) and result.id == x:
        identity = ast.Call(ast.Attribute(node.bases[0].value, "Identity", ast.Load()), [], [])
        return [(call, put(identity)) for call in calls]
    wrapped = _only_attribute(inits[0]) if inits else None
    if (
        wrapped
        and maker
        and result is not None
        and ast.unparse(result) == f"self.{wrapped[0]}({x})"
    ):
        return [(call, edit) for call in maker.calls if (edit := _made(call, inits[0], wrapped[1]))]
    return []


def _applied(result, x):
    """Returns f if the result is f(x). f must be a name or an attribute of a name, but not an
    attribute of the module itself."""
    if not isinstance(result, ast.Call) or result.keywords or len(result.args) != 1:
        return None
    is_name = root(result.func) not in (None, "self", x)
    return result.func if is_name and ast.unparse(result.args[0]) == x else None


def _reaching_in(tree, node):
    """Turns model.wrapped into model wherever `model` has become the wrapped object."""
    inits = [m for m in node.body if getattr(m, "name", "") == "__init__"]
    wrapped = _only_attribute(inits[0]) if inits else None
    held_by = {name for name, definition in holders(tree).items() if definition is node}
    return [
        (n, replaced_by(n.value))
        for n in nodes(tree, ast.Attribute)
        if wrapped and n.attr == wrapped[0] and _last_name(n.value) in held_by
    ]


def _last_name(node):
    return getattr(node, "attr", None) or getattr(node, "id", None)


def _only_attribute(init):
    """Returns (name, value) if __init__ only assigns one attribute of self; otherwise None."""
    rest = beyond_super(init)
    if len(rest) == 1 and isinstance(rest[0], ast.Assign) and len(rest[0].targets) == 1:
        target = rest[0].targets[0]
        if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
            return target.attr, rest[0].value
    return None


def _made(call, init, value):
    parameters = [p.arg for p in init.args.args[1:]]
    if not is_plain(init) or has_stars(call) or "self" in names(value):
        return None
    given = {p: given_value(call, at, p)[1] for at, p in enumerate(parameters)}
    if any(v is None and p in names(value) for p, v in given.items()):
        return None
    table = {p: v for p, v in given.items() if v is not None}
    return put(substitute(table, [ast.Expr(_copy(value))])[0].value)


def _copy(value):
    return ast.parse(ast.unparse(value), mode="eval").body
