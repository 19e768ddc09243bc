"""Replaces each read of a field, such as o.width, with the field's value. All objects of the class
must have the same value: no call passes another value, and no code assigns the field."""

import ast
import copy
from collections import Counter

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import imported_names, root
from gridlock_minimizer.syntax.rewriting import put
from gridlock_minimizer.syntax.tree import names, nodes, walk

# Code that mentions one of these names may change a field without naming the field.
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
        read = [n for n in reads.get(name, []) if not _is_own(n, owner)]
        if read and all(isinstance(n.ctx, ast.Load) for n in read):
            edits = [(n, put(copy.deepcopy(value))) for n in read]
            found.append(
                Piece([Alternative(edits, "value", takes_users=False)], name=f"{owner.name}.{name}")
            )
    return found


def _is_own(attribute, owner):
    """Returns whether the attribute is self.x outside the class `owner`. It is then a field of
    another class."""
    is_self = isinstance(attribute.value, ast.Name) and attribute.value.id == "self"
    return is_self and not any(n is attribute for n in walk(owner))


def _fields(tree):
    """Yields (name, class, constant) for fields that only one class declares and that all its
    objects share."""
    classes = [owner for owner in tree.body if isinstance(owner, ast.ClassDef)]
    often = Counter(name for owner in classes for name, _ in _members(owner))
    for owner in classes:
        made = [
            c
            for c in nodes(tree, ast.Call)
            if isinstance(c.func, ast.Name) and c.func.id == owner.name
        ]
        if any(c.args or any(k.arg is None for k in c.keywords) for c in made):
            continue
        given = {k.arg: k.value for c in made for k in c.keywords}
        for name, value in _members(owner):
            if name in given:
                value = given[name] if len(made) == 1 else None
            if often[name] == 1 and isinstance(value, ast.Constant):
                yield name, owner, value


def _members(owner):
    """Yields (name, value) for all members of a class; methods have no value."""
    for s in owner.body:
        if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name):
            yield s.target.id, s.value
        elif isinstance(s, ast.Assign):
            yield from ((t.id, s.value) for t in s.targets if isinstance(t, ast.Name))
        elif hasattr(s, "name"):
            yield s.name, None
