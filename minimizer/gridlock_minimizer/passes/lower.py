"""Modules of libraries become modules of the script: the graphs that Dynamo captured for them. What
is lowered is captured once, from the original script; its values have their shapes beside them."""

import ast

from gridlock_minimizer.lowering.body import CannotLower
from gridlock_minimizer.lowering.module import definitions
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.rewriting import Rewriting, dropped, put
from gridlock_minimizer.syntax.tree import IMPORTS, is_docstring, names, nodes


def pieces(script):
    found = []
    for unit in script.units:
        calls = [c for c in nodes(script.tree, ast.Call) if ast.unparse(c) == unit.made_by]
        if not calls or not set(range(script.launch.ranks)) <= unit.graphs.keys():
            continue
        name = f"Lowered{unit.class_name}"
        try:
            imports, defined = definitions(unit, name)
        except CannotLower:
            continue
        new = ast.Call(ast.Name(name, ast.Load()), [], [])
        change = Alternative(
            [(call, put(new)) for call in calls],
            "lower",
            takes_users=False,
            change_tree=_with(imports, defined, set(names(script.tree.body, ast.Load))),
        )
        found.append(Piece([change], name=unit.made_by))
    return found


def _with(imports, defined, read_before):
    def change(tree):
        body = list(tree.body)
        at = next(
            (i for i, s in enumerate(body) if not isinstance(s, IMPORTS) and not is_docstring(s)),
            len(body),
        )
        known = {a.name for s in body[:at] if isinstance(s, ast.Import) for a in s.names}
        new = [s for s in imports if s.names[0].name not in known]
        return _without_unread(ast.Module(body[:at] + new + defined + body[at:], []), read_before)

    return change


def _without_unread(tree, read_before):
    """Variables at the top that only the library's module was made of: its configuration."""
    while True:
        gone = read_before - set(names(tree.body, ast.Load))
        edits = [
            (s, dropped)
            for s in tree.body
            if isinstance(s, ast.Assign)
            and all(isinstance(t, ast.Name) and t.id in gone for t in s.targets)
        ]
        if not edits:
            return tree
        tree = Rewriting(edits)(tree)
