"""Finds names that are read before they can be bound: the only binding of x is below the read, and
no loop leads back from the binding to the read."""

import ast

from gridlock_minimizer.screen.names import are_unknown
from gridlock_minimizer.syntax.scopes import SCOPES, bound_in
from gridlock_minimizer.syntax.tree import DEFINITIONS, FUNCTIONS, IMPORTS, parameters, walk

_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def refusal(tree):
    if are_unknown(tree):
        return ""
    for scope in walk(tree):
        if isinstance(scope, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
            name = _read_too_early(scope)
            if name:
                return f"'{name}' is read before it is bound"
    return ""


def _read_too_early(scope):
    events = _Events(scope)
    given = {p.arg for p in parameters(scope)} if isinstance(scope, FUNCTIONS) else set()
    for name, loads in events.loads.items():
        stores = events.stores.get(name)
        if not stores or name in given or name in events.unclear:
            continue
        place, loops = min(loads, key=lambda load: load[0])
        first = min(place for place, _ in stores)
        if place < first and not any(set(loops) & set(others) for _, others in stores):
            return name
    return None


class _Events:
    """The positions at which one scope itself binds and reads names. Each entry contains (line,
    column) and the loops around the position."""

    def __init__(self, scope):
        self.loads, self.stores, self.unclear = {}, {}, set()
        for statement in scope.body:
            self._visit(statement, ())

    def _visit(self, node, loops):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            self.unclear.update(node.names)
        elif isinstance(node, DEFINITIONS):
            self._store(node.name, _end(node), loops)
            for part in node.decorator_list:
                self._visit(part, loops)
        elif isinstance(node, SCOPES):
            self._scope(node)
        elif isinstance(node, IMPORTS):
            for alias in node.names:
                self._store((alias.asname or alias.name).split(".")[0], _end(node), loops)
        elif isinstance(node, ast.Name):
            self._name(node, loops)
        else:
            self._other(node, loops)

    def _scope(self, node):
        """Handles nested scopes. Lambdas run later; comprehensions read immediately, but in another
        order."""
        if not isinstance(node, ast.Lambda):
            own = bound_in(node)
            self.unclear |= {n.target.id for n in walk(node) if isinstance(n, ast.NamedExpr)}
            for part in walk(node.generators[0].iter):
                if isinstance(part, ast.Name) and part.id not in own:
                    self.loads.setdefault(part.id, []).append((_start(part), ()))

    def _other(self, node, loops):
        if isinstance(node, _LOOPS):
            loops = loops + (node,)
        if isinstance(node, ast.ExceptHandler) and node.name:
            self._store(node.name, _start(node), loops)
        if isinstance(node, ast.NamedExpr) or type(node).__name__.startswith("Match"):
            self.unclear |= {n.id for n in walk(node) if isinstance(n, ast.Name)}
            self.unclear |= {
                n.name for n in walk(node) if isinstance(getattr(n, "name", None), str)
            }
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            self._assignment(node, loops)
            return
        for child in ast.iter_child_nodes(node):
            self._visit(child, loops)

    def _assignment(self, node, loops):
        """Records that the targets are bound after the value is evaluated."""
        if node.value is None:
            return
        self._visit(node.value, loops)
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            self._target(target, _end(node), loops)

    def _target(self, target, place, loops):
        if isinstance(target, ast.Name):
            self._store(target.id, place, loops)
        elif isinstance(target, (ast.Tuple, ast.List, ast.Starred)):
            for part in ast.iter_child_nodes(target):
                self._target(part, place, loops)
        else:
            self._visit(target, loops)

    def _name(self, node, loops):
        if isinstance(node.ctx, ast.Store):
            self._store(node.id, _start(node), loops)
        else:
            self.loads.setdefault(node.id, []).append((_start(node), loops))

    def _store(self, name, place, loops):
        self.stores.setdefault(name, []).append((place, loops))


def _start(node):
    return node.lineno, node.col_offset


def _end(node):
    """Returns the position at which a statement binds its names. This is the end of the statement,
    because all of its parts are evaluated first. For a definition, it is the start. A position that
    is too early never causes a wrong refusal."""
    return (
        (node.end_lineno, node.end_col_offset)
        if not isinstance(node, DEFINITIONS)
        else _start(node)
    )
