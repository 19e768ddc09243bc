"""Replaces lookups in tables that are used only for lookups. TABLE[key] becomes the entry, and the
other entries are dropped."""

import ast
import copy

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.lookups import is_only_looked_up, is_table
from gridlock_minimizer.syntax.program import Program
from gridlock_minimizer.syntax.rewriting import put
from gridlock_minimizer.syntax.tree import IMPORTS, defined_by, nodes


def pieces(script):
    program = _program(script.tree)
    is_fixed, found = program.is_fixed(), []
    for name, table in program.constants().items():
        if is_table(table, is_fixed) and is_only_looked_up(name, script.tree):
            edits = _edits(script.tree, name, table)
            if edits:
                found.append(Piece([Alternative(edits, "entry", takes_users=False)], name=name))
    return found


def _program(tree):
    imports = [(s, name) for s in tree.body if isinstance(s, IMPORTS) for name in defined_by(s)]
    return Program([s for s in tree.body if not isinstance(s, IMPORTS)], imports)


def _edits(tree, name, table):
    entries = {key.value: entry for key, entry in zip(table.keys, table.values)}
    return [
        (n, put(copy.deepcopy(entries[n.slice.value])))
        for n in nodes(tree, ast.Subscript)
        if isinstance(n.value, ast.Name)
        and n.value.id == name
        and isinstance(n.slice, ast.Constant)
        and n.slice.value in entries
    ]
