"""Replaces reads of variables with the variables' values. A constant or an alias replaces all
reads. Any other value is inserted only if the variable has a single read. If a block binds a name
several times, each binding up to the next counts as a separate variable."""

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

_LONGEST = 60  # maximum characters of a value that is moved


def pieces(script):
    return _pieces(script, reach=None)


def certain_pieces(script):
    """Returns the pieces that do not change the order of evaluation."""
    return _pieces(script, reach=1)


def _pieces(script, reach):
    """Returns the pieces. `reach` is the number of following statements into which a value may
    move; None means any number."""
    found = []
    for scope in nodes(script.tree, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
        finder = _Finder(script.tree, scope)
        for block in _own_blocks(scope):
            for at, s in enumerate(block):
                edits = finder.edits(s, block, at, reach)
                if edits:
                    alternative = Alternative(
                        [(s, dropped), *edits], "put its value", takes_users=False
                    )
                    found.append(
                        Piece([alternative], name=f"{getattr(scope, 'name', '')}: {ast.unparse(s)}")
                    )
    return found


def _own_blocks(scope):
    """Yields the blocks of the scope itself, without nested scopes."""
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
        # Any function may read and bind a global.
        self.loads, self.stores = (
            Counter(names(scope, (ast.Load, ast.Del))),
            Counter(names(scope, ast.Store)),
        )
        reading = list(nodes(tree if scope is tree else scope, FUNCTIONS))
        self.inner = [f for f in reading if f is not scope]
        self.stores.update(p.arg for f in reading for p in parameters(f))
        self.stores.update(n for g in nodes(scope, (ast.Global, ast.Nonlocal)) for n in g.names * 2)

    def edits(self, s, block, at, reach=None):
        one = (
            isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)
        )
        name, rest = s.targets[0].id if one else None, block[at + 1 :]
        if name not in self.mine:
            return []
        if self._is_returned_at_once(name, rest):
            return [(rest[0].value, replaced_by(s.value))]
        loads = self.loads
        if self.stores[name] == 1:
            everywhere = self._everywhere(s, name)
        else:
            rest = self._until_bound_again(name, block, rest)
            loads = Counter(names(rest, (ast.Load, ast.Del)))
            everywhere = _where_the_same(s.value, rest, name)
        if everywhere or not loads[name] or reach is None:
            return everywhere or _where_read(s, rest, name, loads)
        return _where_read(s, rest[:reach], name, loads) if is_pure(s.value) else []

    def _until_bound_again(self, name, block, rest):
        """Returns the statements that can read this value before the name is bound again. Returns
        an empty list unless these statements run one after another."""
        if block is not self.scope.body or self._is_seen_inside(name):
            return []
        for at, later in enumerate(rest):
            if name in names(later, (ast.Store, ast.Del)):
                return rest[: at + 1] if _binds_alone(later, name) else []
        return rest

    def _is_returned_at_once(self, name, rest):
        """Returns whether the next statement returns the variable, and no other code can read
        it."""
        returned = rest[0].value if rest and isinstance(rest[0], ast.Return) else None
        if not isinstance(returned, ast.Name) or returned.id != name:
            return False
        return not self._is_seen_inside(name)

    def _is_seen_inside(self, name):
        return any(name in names(f) for f in self.inner)

    def _everywhere(self, s, name):
        value = s.value
        alias = isinstance(value, ast.Name) and self.stores[value.id] == (value.id in self.mine)
        if not _is_short_constant(value) and not alias:
            return []
        uses = [n for n in nodes(self.scope, ast.Name) if n.id == name and n is not s.targets[0]]
        return [(use, put(copy.deepcopy(value))) for use in uses]


def _is_short_constant(value):
    return isinstance(value, ast.Constant) and len(repr(value.value)) < 12


def _binds_alone(statement, name):
    """Returns whether the statement is name = value."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id == name


def _where_the_same(value, rest, name):
    """Returns edits of all reads of a variable that is constant, or that is an alias of a variable
    whose value stays the same until the last read."""
    reads = [_loads(later, name) for later in rest]
    last = max((at for at, found in enumerate(reads) if found), default=-1)
    if isinstance(value, ast.Name):
        till = last if last >= 0 and isinstance(rest[last], (ast.Assign, ast.Expr)) else last + 1
        if value.id in names(rest[:till], (ast.Store, ast.Del)):
            return []
    elif not _is_short_constant(value):
        return []
    return [(read, put(copy.deepcopy(value))) for found in reads for read in found]


def _where_read(s, rest, name, loads):
    """Returns the edit of the only read. The read must be in the next statement, or in a later one
    if only the order of harmless calls changes."""
    if loads[name] != 1 or len(ast.unparse(s.value)) > _LONGEST:
        return []
    for distance, later in enumerate(rest):
        reads = [n for part in header(later) for n in _loads(part, name)]
        if reads:
            return [] if _is_deferred(later, name) else [(reads[0], replaced_by(s.value))]
        if not _may_wait(s.value) or set(names(later, ast.Store)) & set(names(s.value)):
            return []
    return []


def _loads(node, name):
    return [n for n in nodes(node, ast.Name) if n.id == name and isinstance(n.ctx, ast.Load)]


def _may_wait(value):
    return (
        is_pure(value)
        or isinstance(value, ast.Call)
        and callee(value) in ("get_rank", "get_world_size")
    )


def _is_deferred(statement, name):
    """Returns whether the statement may read the name more than once, or after the name has been
    bound to another value."""
    if isinstance(statement, (ast.While,) + DEFINITIONS):
        return True
    scopes = (ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.DictComp, ast.SetComp)
    return any(name in names(f) for part in header(statement) for f in nodes(part, scopes))
