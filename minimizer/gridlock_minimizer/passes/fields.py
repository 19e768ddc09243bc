"""Fields that every object of a class shares, since none is made with others and nobody assigns
them: o.width becomes the value that the class gives it, from whatever variable it is read."""

import ast
import copy
from collections import Counter

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import imported_names, root
from gridlock_minimizer.syntax.rewriting import put
from gridlock_minimizer.syntax.tree import names, nodes

# Whoever mentions these may change a field without naming it.
_BY_NAME = {"setattr", "vars", "__dict__", "replace"}


def pieces(script):
    tree = script.tree
    if _BY_NAME & {*names(tree), *(n.attr for n in nodes(tree, ast.Attribute))}:
        return []
    imported, reads = imported_names(tree), {}
    for n in nodes(tree, ast.Attribute):
        if root(n) not in imported:
            reads.setdefault(n.attr, []).append(n)
    found = []
    for name, owner, value in _fields(tree):
        read = reads.get(name, [])
        if read and all(isinstance(n.ctx, ast.Load) for n in read):
            edits = [(n, put(copy.deepcopy(value))) for n in read]
            found.append(
                Piece([Alternative(edits, "value", takes_users=False)], name=f"{owner}.{name}")
            )
    return found


def _fields(tree):
    """(name, class, literal) of what one class alone declares, and no call of it sets."""
    declared = [
        (name, owner, value)
        for owner in tree.body
        if isinstance(owner, ast.ClassDef)
        for name, value in _members(owner)
    ]
    often = Counter(name for name, _, _ in declared)
    made_of_others = {
        c.func.id
        for c in nodes(tree, ast.Call)
        if isinstance(c.func, ast.Name) and (c.args or c.keywords)
    }
    return [
        (name, owner.name, value)
        for name, owner, value in declared
        if often[name] == 1
        and isinstance(value, ast.Constant)
        and owner.name not in made_of_others
    ]


def _members(owner):
    """(name, value) of all that a class binds; methods have no value."""
    for s in owner.body:
        if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name):
            yield s.target.id, s.value
        elif isinstance(s, ast.Assign):
            yield from ((t.id, s.value) for t in s.targets if isinstance(t, ast.Name))
        elif hasattr(s, "name"):
            yield s.name, None
