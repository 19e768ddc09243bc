"""Variables whose value can stand where they are read: constants and other names for the same thing
anywhere; other values in the statement that alone reads them."""

import ast
import copy
from collections import Counter

from gridlock_minimizer.passes.bindings import header
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import callee
from gridlock_minimizer.syntax.effects import is_pure
from gridlock_minimizer.syntax.rewriting import dropped, put, replaced_by
from gridlock_minimizer.syntax.scopes import bound_in
from gridlock_minimizer.syntax.tree import DEFINITIONS, FUNCTIONS, names, nodes, parameters

_LONGEST = 60  # letters of a value that is put into another statement


def pieces(script):
    return _pieces(script, reach=None)


def certain_pieces(script):
    """Those that leave what is done, and its order, as it is."""
    return _pieces(script, reach=1)


def _pieces(script, reach):
    """`reach`: how many statements behind it a value may be put; None: any number."""
    found = []
    for scope in nodes(script.tree, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
        finder = _Finder(script.tree, scope)
        for block in _own_blocks(scope):
            for at, s in enumerate(block):
                edits = finder.edits(s, block[at + 1 :], reach)
                if edits:
                    alternative = Alternative(
                        [(s, dropped), *edits], "put its value", takes_users=False
                    )
                    found.append(
                        Piece([alternative], name=f"{getattr(scope, 'name', '')}: {ast.unparse(s)}")
                    )
    return found


def _own_blocks(scope):
    """Those of the scope itself."""
    todo = [scope]
    for node in todo:
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block
                todo += [s for s in block if not isinstance(s, DEFINITIONS)]


class _Finder:
    def __init__(self, tree, scope):
        self.scope = scope
        self.mine = bound_in(scope)
        # A global may be read and bound in every function.
        self.loads, self.stores = (
            Counter(names(scope, (ast.Load, ast.Del))),
            Counter(names(scope, ast.Store)),
        )
        inner = list(nodes(tree if scope is tree else scope, FUNCTIONS))
        self.stores.update(p.arg for f in inner for p in parameters(f))
        self.stores.update(n for g in nodes(scope, (ast.Global, ast.Nonlocal)) for n in g.names * 2)

    def edits(self, s, rest, reach=None):
        one = (
            isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)
        )
        name = s.targets[0].id if one else None
        if name in self.mine and self._is_returned_at_once(name, rest):
            return [(rest[0].value, replaced_by(s.value))]
        if name not in self.mine or self.stores[name] != 1 or not self.loads[name]:
            return []
        everywhere = self._everywhere(s, name)
        if everywhere or reach is None:
            return everywhere or _where_read(s, rest, name, self.loads)
        return _where_read(s, rest[:reach], name, self.loads) if is_pure(s.value) else []

    def _is_returned_at_once(self, name, rest):
        """Whatever else has that name, nobody sees it any more."""
        returned = rest[0].value if rest and isinstance(rest[0], ast.Return) else None
        inner = [f for f in nodes(self.scope, FUNCTIONS) if f is not self.scope]
        is_seen = any(name in names(f) for f in inner)
        return isinstance(returned, ast.Name) and returned.id == name and not is_seen

    def _everywhere(self, s, name):
        value = s.value
        constant = isinstance(value, ast.Constant) and len(repr(value.value)) < 12
        alias = isinstance(value, ast.Name) and self.stores[value.id] == (value.id in self.mine)
        if not constant and not alias:
            return []
        uses = [n for n in nodes(self.scope, ast.Name) if n.id == name and n is not s.targets[0]]
        return [(use, put(copy.deepcopy(value))) for use in uses]


def _where_read(s, rest, name, loads):
    """In the next statement, or later if only the order of harmless calls changes."""
    if loads[name] != 1 or len(ast.unparse(s.value)) > _LONGEST:
        return []
    for distance, later in enumerate(rest):
        reads = [n for part in header(later) for n in nodes(part, ast.Name) if n.id == name]
        if reads:
            return [] if _is_deferred(later, name) else [(reads[0], replaced_by(s.value))]
        if not _may_wait(s.value) or set(names(later, ast.Store)) & set(names(s.value)):
            return []
    return []


def _may_wait(value):
    return (
        is_pure(value)
        or isinstance(value, ast.Call)
        and callee(value) in ("get_rank", "get_world_size")
    )


def _is_deferred(statement, name):
    """Read many times, or when it may mean something else."""
    if isinstance(statement, (ast.While,) + DEFINITIONS):
        return True
    scopes = (ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.DictComp, ast.SetComp)
    return any(name in names(f) for part in header(statement) for f in nodes(part, scopes))
