"""Drops parameters that are never read, or that have the same plain value in every call. Also drops
the arguments that calls pass for them."""

import ast
import copy

from gridlock_minimizer.passes.calls import (
    functions,
    given_value,
    global_names,
    has_stars,
    is_plain,
)
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import imported_names
from gridlock_minimizer.syntax.rewriting import dropped, put
from gridlock_minimizer.syntax.tree import DEFINITIONS, nodes


def pieces(script):
    constants = _constants(script.tree)
    found = []
    for function in functions(script.tree):
        if is_plain(function.node) and not any(map(has_stars, function.calls)):
            for at, parameter in enumerate(function.node.args.args):
                edits = at >= function.given and _edits(function, at, parameter.arg, constants)
                if edits:
                    name = f"{function.name}({parameter.arg})"
                    found.append(Piece([Alternative(edits)], weight=len(edits), name=name))
    return found


def _edits(function, at, name, constants):
    args = function.node.args
    first = len(args.args) - len(args.defaults)
    default = args.defaults[at - first] if at >= first else None
    given = [given_value(call, at - function.given, name) for call in function.calls]
    values = [value if node else default for node, value in given]
    uses = [n for s in function.node.body for n in nodes(s, ast.Name) if n.id == name]
    if uses and not _is_constant(values, uses, constants):
        return []
    edits = [(node, dropped) for node, _ in given if node] + [(args.args[at], dropped)]
    if default is not None:
        edits.append((default, dropped))
    return edits + [(use, put(copy.deepcopy(values[0]))) for use in uses]


def _constants(tree):
    """Returns the ids of names that mean the same everywhere in the script: definitions, imports
    and top-level constants. Other top-level variables should remain arguments."""
    fixed = {d.name for d in tree.body if isinstance(d, DEFINITIONS)} | imported_names(tree)
    for s in tree.body:
        if isinstance(s, ast.Assign) and isinstance(s.value, ast.Constant):
            fixed |= {t.id for t in s.targets if isinstance(t, ast.Name)}
    mentions = global_names(tree)
    return {id(n) for n in nodes(tree, ast.Name) if n.id in fixed and id(n) in mentions}


def _is_constant(values, uses, constants):
    if any(v is None for v in values) or len({ast.dump(v) for v in values}) != 1:
        return False
    value = values[0]
    plain = isinstance(value, ast.Constant) or all(id(v) in constants for v in values)
    return plain and all(isinstance(use.ctx, ast.Load) for use in uses)
