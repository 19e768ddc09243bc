"""Finds the dependencies between the pieces of a script. A piece needs another piece if only that
other piece binds a name that the piece reads."""

import ast

from gridlock_minimizer.passes.calls import functions, holders
from gridlock_minimizer.syntax.scopes import SCOPES, bound_in, class_names
from gridlock_minimizer.syntax.tree import DEFINITIONS, FUNCTIONS, IMPORTS, nodes, parameters

_BLOCKS = ("body", "orelse", "finalbody", "handlers")


def header(statement):
    """Returns the nodes of a statement itself, without the nodes of nested statements."""
    if isinstance(statement, DEFINITIONS):
        parts = list(statement.decorator_list)
        if isinstance(statement, FUNCTIONS):
            a = statement.args
            return parts + a.defaults + [d for d in a.kw_defaults if d]
        return parts + statement.bases + [k.value for k in statement.keywords]
    return [
        node
        for name, value in ast.iter_fields(statement)
        if name not in _BLOCKS
        for node in (value if isinstance(value, list) else [value])
        if isinstance(node, ast.AST)
    ]


class Bindings:
    """Collects statements one by one; needs() then returns the needs of each piece."""

    def __init__(self, tree):
        self.called = {id(call): f for f in functions(tree) for call in f.calls}
        self.holders = holders(tree)
        self.bound = {}  # scope: the names that it binds
        self.binders, self.readers = {}, {}  # (scope, name): pieces

    def add(self, piece, statement, scopes):
        """Adds a statement of a piece. `scopes` are the scopes around the statement. The module
        comes first."""
        for part in header(statement):
            self._expressions(piece, part, scopes)
        for name in _names_bound(statement):
            self._bind((self._scope_of(name, scopes), name), piece)
            if isinstance(scopes[-1], ast.ClassDef):
                self._bind((id(scopes[-1]), name), piece)
        if isinstance(statement, DEFINITIONS):
            self._bind(("definition", id(statement)), piece)
        if isinstance(statement, ast.Return) and statement.value:
            self._bind(("result", id(scopes[-1])), piece)
        self._calls(piece, statement)
        self._base_class(piece, statement, scopes)

    def needs(self, count):
        """Returns the needs of each piece. If only one piece creates a value, all readers of the
        value need that piece. A piece such as x = x + 1 also reads x and therefore does not create
        it."""
        needs = [set() for _ in range(count)]
        for key, readers in self.readers.items():
            makers = set(self.binders.get(key, [])) - set(readers)
            if len(makers) == 1:
                for reader in readers:
                    needs[reader] |= makers
        return needs

    def _expressions(self, piece, part, scopes):
        own = {n for scope in nodes(part, SCOPES) for n in bound_in(scope)}
        for node in nodes(part, (ast.Name, ast.Attribute)):
            is_read = isinstance(node.ctx, ast.Load)
            if isinstance(node, ast.Name) and node.id not in own:
                key = self._scope_of(node.id, scopes), node.id
            elif isinstance(node, ast.Attribute) and self._owner(node.value, scopes):
                key = id(self._owner(node.value, scopes)), node.attr
            else:
                continue
            self._read(key, piece) if is_read else self._bind(key, piece)

    def _owner(self, node, scopes):
        """Returns the class of the script that an object belongs to, if known."""
        if _is_self(node):
            return _class_of(scopes)
        return self.holders.get(getattr(node, "attr", None) or getattr(node, "id", None))

    def _calls(self, piece, statement):
        """Adds the needs of calls. A call of a method needs the definition of the method. A use of
        a call's value needs the return statement."""
        for part in header(statement):
            for call in nodes(part, ast.Call):
                function = self.called.get(id(call))
                if function is None:
                    continue
                if not isinstance(statement, ast.Expr) or call is not statement.value:
                    self._read(("result", id(function.node)), piece)
                if function.node.name != "__init__" or call.args or call.keywords:
                    self._read(("definition", id(function.node)), piece)

    def _base_class(self, piece, statement, scopes):
        """Makes each assignment to an attribute of self need the call super().__init__(…). A module
        has no attributes before that call."""
        owner = _class_of(scopes)
        if owner is None or not owner.bases:
            return
        if isinstance(statement, ast.Expr) and ast.unparse(statement).startswith(
            "super().__init__("
        ):
            self._bind((id(owner), "base class"), piece)
        elif isinstance(statement, ast.Assign) and any(
            _is_self(getattr(t, "value", None)) for t in statement.targets
        ):
            self._read((id(owner), "base class"), piece)

    def _scope_of(self, name, scopes):
        for scope in reversed(scopes):
            inner_class = isinstance(scope, ast.ClassDef) and scope is not scopes[-1]
            if not inner_class and name in self._bound_in(scope):
                return id(scope)
        return id(scopes[0])

    def _bound_in(self, scope):
        if id(scope) not in self.bound:
            self.bound[id(scope)] = (
                bound_in(scope) if isinstance(scope, SCOPES) else class_names(scope)
            )
            for parameter in parameters(scope) if isinstance(scope, FUNCTIONS) else []:
                self._bind((id(scope), parameter.arg), None)
        return self.bound[id(scope)]

    def _bind(self, key, piece):
        self.binders.setdefault(key, []).append(piece)

    def _read(self, key, piece):
        self.readers.setdefault(key, []).append(piece)


def _names_bound(statement):
    """Returns the names that a statement binds by a definition, an import or an except clause."""
    if isinstance(statement, DEFINITIONS):
        return [statement.name]
    if isinstance(statement, IMPORTS):
        return [(a.asname or a.name).split(".")[0] for a in statement.names]
    return [h.name for h in getattr(statement, "handlers", []) if h.name]


def _is_self(node):
    return isinstance(node, ast.Name) and node.id == "self"


def _class_of(scopes):
    return next((s for s in reversed(scopes) if isinstance(s, ast.ClassDef)), None)
