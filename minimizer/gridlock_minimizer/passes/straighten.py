"""Proposes one candidate with all changes that affect only the form of a script: inlines functions
that are called once, resolves tables, drops unread results, inserts constants. Repeats until
nothing changes. This candidate replaces many candidates of the single passes. If it loses the
failure, the single passes propose their changes one by one."""

import ast
import copy

from gridlock_minimizer.passes import (
    fields,
    inlining,
    lookups,
    methods,
    objects,
    parameters,
    results,
    singletons,
    tuples,
    variables,
)
from gridlock_minimizer.passes.leftovers import unused, without_leftovers
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.screen import refusal
from gridlock_minimizer.syntax.branches import prune
from gridlock_minimizer.syntax.folding import Folding
from gridlock_minimizer.syntax.program import Program
from gridlock_minimizer.syntax.rewriting import Rewriting
from gridlock_minimizer.syntax.tidy import shorten_globals
from gridlock_minimizer.syntax.tree import IMPORTS

_MOST_ROUNDS = 20
_PASSES = (
    lookups.pieces,
    results.pieces,
    parameters.pieces,
    methods.pieces,
    singletons.pieces,
    fields.pieces,
    objects.pieces,
    tuples.pieces,
    variables.certain_pieces,
)


def pieces(script):
    straight = straightened(script)
    if ast.dump(straight) == ast.dump(script.tree):
        return []
    change = Alternative(change_tree=lambda tree: straight, takes_users=False)
    return [Piece([change], name="straighten")]


def straightened(script):
    tree = script.tree
    for _ in range(_MOST_ROUNDS):
        before = ast.dump(tree)
        for pieces_of in _PASSES:
            tree = _with_all(pieces_of, script, tree)
        tree = _inlined(script, folded(tree))
        if ast.dump(tree) == before:
            break
    return shorten_globals(tree)


def _inlined(script, tree):
    before = unused(tree).keys()
    new = _checked(without_leftovers(inlining.all_inlined(tree), before))
    return new or _with_all(inlining.pieces, script, tree)


def _with_all(pieces_of, script, tree):
    """Returns the tree with all pieces of a pass applied together. If the static check refuses the
    result, applies the pieces one by one."""
    found = pieces_of(_at(script, tree))
    new = _changed(tree, found)
    if new is not None:
        return new
    for name in [piece.name for piece in found]:
        piece = next((p for p in pieces_of(_at(script, tree)) if p.name == name), None)
        tree = (_changed(tree, [piece]) if piece else None) or tree
    return tree


def _at(script, tree):
    return type(script)(tree, script.launch, script.units)


def _changed(tree, found):
    """Returns the changed tree; None if the static check (screen/) refuses it."""
    if not found:
        return tree
    before = unused(tree).keys()
    ways = [piece.alternatives[0] for piece in found]
    new = Rewriting([edit for way in ways for edit in way.edits])(tree)
    for way in reversed(ways):
        if way.change_tree:
            new = way.change_tree(new)
    return _checked(without_leftovers(new, before))


def _checked(tree):
    """Returns a copy that shares no node with another tree; None if the screen refuses it."""
    try:
        tree = ast.parse(ast.unparse(ast.fix_missing_locations(tree)))
    except (SyntaxError, ValueError, AttributeError, TypeError):
        return None
    return None if refusal(tree) else tree


def folded(tree):
    """Returns the tree with known values folded, and without code that never runs."""
    before = unused(tree).keys()
    program = Program([s for s in tree.body if not isinstance(s, IMPORTS)], ())
    new = Folding(program.constants()).visit(copy.deepcopy(tree))
    whole = ast.parse("def whole(): pass").body[0]
    whole.body = new.body
    new.body = prune(whole).body
    return _checked(without_leftovers(new, before)) or tree
