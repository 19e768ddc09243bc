"""Replaces a list of equal modules with its first module: blocks = nn.ModuleList([Block(),
Block()]) becomes blocks = Block(). Loops over the list become loops over [blocks]. A sequence of
one module becomes that module."""

import ast

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import callee
from gridlock_minimizer.passes.unwrapping import first_of
from gridlock_minimizer.syntax.rewriting import put, replaced_by
from gridlock_minimizer.syntax.tree import nodes, substitute, walk


def pieces(script):
    parents = {id(child): node for node in walk(script.tree) for child in ast.iter_child_nodes(node)}
    found = []
    for made in nodes(script.tree, ast.Assign):
        if len(made.targets) == 1 and isinstance(made.targets[0], ast.Attribute):
            edits = _edits(script.tree, made, parents)
            if edits:
                found.append(
                    Piece([Alternative(edits, "one", takes_users=False)], name=ast.unparse(made))
                )
    return found + _sequences_of_one(script.tree)


def _sequences_of_one(tree):
    """Turns nn.Sequential(Block()) into Block()."""
    return [
        Piece(
            [Alternative([(call, replaced_by(call.args[0]))], "one", takes_users=False)],
            name=ast.unparse(call),
        )
        for call in nodes(tree, ast.Call)
        if callee(call) == "Sequential"
        and len(call.args) == 1
        and not call.keywords
        and not isinstance(call.args[0], ast.Starred)
    ]


def _edits(tree, made, parents):
    one = _first_module(made.value)
    name = made.targets[0].attr
    mentions = [n for n in nodes(tree, ast.Attribute) if n.attr == name and n is not made.targets[0]]
    if one is None or not all(isinstance(n.ctx, ast.Load) for n in mentions):
        return None
    uses = [_use(n, parents) for n in mentions]
    return None if None in uses else [(made.value, put(one)), *uses]


def _first_module(value):
    """Returns the first module of nn.ModuleList(Block() for … in …) or nn.ModuleList([Block(), …]).
    Returns None for anything else."""
    if not isinstance(value, ast.Call) or callee(value) != "ModuleList" or len(value.args) != 1:
        return None
    held = value.args[0]
    if isinstance(held, (ast.List, ast.Tuple)):
        return held.elts[0] if held.elts else None
    if not isinstance(held, (ast.ListComp, ast.GeneratorExp)) or len(held.generators) != 1:
        return None
    loop = held.generators[0]
    if loop.ifs or not isinstance(loop.target, ast.Name):
        return None
    table = {loop.target.id: first_of(loop.iter)}
    return substitute(table, [ast.parse(ast.unparse(held.elt)).body[0]])[0].value


def _use(mention, parents):
    """Returns (node, edit) for a loop over the list or a read of its first module. Returns None for
    any other use."""
    parent = parents[id(mention)]
    if isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is mention:
        return mention, lambda rewriting: ast.List([rewriting.inside(mention)], ast.Load())
    if isinstance(parent, ast.Subscript) and parent.value is mention:
        first = isinstance(parent.slice, ast.Constant) and parent.slice.value == 0
        return (parent, lambda rewriting: rewriting(mention)) if first else None
    if isinstance(parent, ast.Call) and ast.unparse(parent.func) == "iter":
        around = parents[id(parent)]
        if isinstance(around, ast.Call) and ast.unparse(around.func) == "next":
            return around, lambda rewriting: rewriting(mention)
    return None
