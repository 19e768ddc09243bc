"""Drops statements. Tries a whole block before the statements in the block. A statement is either
dropped with all statements that need it, or replaced with its block. Imports are dropped when no
code needs them any more."""

import ast

from gridlock_minimizer.passes.bindings import Bindings
from gridlock_minimizer.passes.calls import given_value, has_stars
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.unwrapping import unwrappings
from gridlock_minimizer.syntax.records import fields, record
from gridlock_minimizer.syntax.rewriting import dropped
from gridlock_minimizer.syntax.tree import DEFINITIONS, IMPORTS, nodes


def pieces(script):
    return _Statements(script.tree).found


class _Statements:
    def __init__(self, tree):
        self.found, self.bindings = [], Bindings(tree)
        self.calls = list(nodes(tree, ast.Call))
        self._block(tree.body, -1, (tree,))
        for piece, needs in zip(self.found, self.bindings.needs(len(self.found))):
            piece.needs = sorted(n for n in needs if n is not None)

    def _block(self, statements, parent, scopes):
        for statement in statements:
            if not isinstance(statement, IMPORTS + (ast.Pass, ast.Global, ast.Nonlocal)):
                self._statement(statement, parent, scopes)

    def _statement(self, statement, parent, scopes):
        number = len(self.found)
        arguments = self._arguments_of_field(statement, scopes[-1])
        drop = Alternative([(part, dropped) for part in (statement, *arguments)])
        others = [
            Alternative([(statement, edit)], name, takes_children=False, takes_users=False)
            for name, edit in unwrappings(statement)
        ]
        piece = Piece([drop, *others], parent, name=_name(statement, scopes))
        self.found.append(piece)
        self.bindings.add(number, statement, scopes)
        inner = scopes + (statement,) if isinstance(statement, DEFINITIONS) else scopes
        for block in ("body", "handlers", "orelse", "finalbody"):
            for child in getattr(statement, block, []):
                self._block(child.body if block == "handlers" else [child], number, inner)
        piece.weight = 1 + sum(p.weight for p in self.found[number + 1 :] if p.parent == number)

    def _arguments_of_field(self, statement, owner):
        """Returns the arguments for a field of a record, in all calls that make the record."""
        if not isinstance(owner, ast.ClassDef) or record(owner) is None:
            return []
        order = fields(owner)
        made = [c for c in self.calls if ast.unparse(c.func) == owner.name and not has_stars(c)]
        if statement not in order:
            return []
        given = [given_value(c, order.index(statement), statement.target.id)[0] for c in made]
        return [node for node in given if node is not None]


def _name(statement, scopes):
    """Returns a name for the statement: its first line, and the function around it."""
    places = [getattr(s, "name", "") for s in scopes]
    return ".".join(places) + ": " + ast.unparse(ast.fix_missing_locations(_head(statement)))


def _head(statement):
    """Returns the statement with empty blocks."""
    fields = dict(ast.iter_fields(statement))
    if not isinstance(fields.get("body"), list):
        return statement
    fields.update(
        {b: [] for b in ("orelse", "finalbody", "handlers") if b in fields}, body=[ast.Pass()]
    )
    if isinstance(statement, ast.Try):
        fields["finalbody"] = [ast.Pass()]
    return type(statement)(**fields)
