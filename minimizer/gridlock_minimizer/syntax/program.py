"""Represents a program of one module with its definitions and their uses."""

import ast
from collections import Counter

from gridlock_minimizer.syntax.effects import is_pure
from gridlock_minimizer.syntax.tree import DEFINITIONS, defined_by, names, nodes


class Program:
    """A program. `body` has the statements without imports. `imports` has (statement with one
    alias, its name).

    `kept` are definitions that keep their form, because their author will read them. Kept
    definitions are never inlined. They lose a parameter only if constant_parameters.specialize()
    allows it. `effects` are imports that are kept even if no code mentions them.
    """

    def __init__(self, body, imports, kept=(), effects=()):
        self.body, self.imports = body, imports
        self.kept, self.effects = set(kept), set(effects)

    def definitions(self):
        """Returns the definitions whose names are never bound again. Each mention of such a name
        refers to the definition."""
        written, bound = self.written_inside(), self._bound()
        found = {d.name: d for d in self.body if isinstance(d, DEFINITIONS)}
        return {n: d for n, d in found.items() if bound[n] == 1 and n not in written}

    def _bound(self):
        """Counts the top-level statements, including imports, that bind each name."""
        bound = Counter(alias for _, alias in self.imports)
        bound.update(n for s in self.body for n in defined_by(s))
        return bound

    def functions(self):
        return {n: d for n, d in self.definitions().items() if isinstance(d, ast.FunctionDef)}

    def global_names(self):
        found = {alias for _, alias in self.imports}
        return found.union(*map(defined_by, self.body)) | self.written_inside().keys()

    def written_inside(self):
        """Counts, for each global, the writes in functions."""
        written = Counter()
        for definition in self.body:
            declared = {n for g in nodes(definition, ast.Global) for n in g.names}
            if declared:
                stores = names(definition, (ast.Store, ast.Del))
                written.update(n for n in stores if n in declared)
        return written

    def constants(self):
        """Returns {name: value} of the globals that are bound only once, by a top-level
        statement."""
        written, bound = self.written_inside(), self._bound()
        single = [s for s in self.body if isinstance(s, ast.Assign) and len(s.targets) == 1]
        named = [(s.targets[0].id, s.value) for s in single if isinstance(s.targets[0], ast.Name)]
        return {n: value for n, value in named if bound[n] == 1 and n not in written}

    def is_fixed(self):
        """Returns a function that tests whether the value of a global name never changes once it is
        bound."""
        written = self.written_inside()
        known = {alias for _, alias in self.imports} | self.definitions().keys()
        known |= self.constants().keys()
        return lambda name: name.startswith("@") or (name in known and name not in written)

    def calls(self):
        """Returns the calls of each definition, and the definitions with a mention that is not a
        call."""
        known = self.definitions()
        calls = {}
        for call in nodes(self.body, ast.Call):
            if isinstance(call.func, ast.Name) and call.func.id in known:
                calls.setdefault(call.func.id, []).append(call)
        mentioned = Counter(names(self.body, ast.Load))
        return calls, {n for n in known if mentioned[n] != len(calls.get(n, []))}

    def text(self):
        return "\n".join(map(ast.dump, self.body))


def shake(program, roots, meanings):
    """Drops definitions and plain values that nothing reachable from the roots mentions.

    `roots` are names. Top-level statements that have an effect are always reached. An object
    reaches the functions that register with it. If a name stands for several other names,
    `meanings` contains them.
    """
    owners = {}
    for s in program.body:
        for name in defined_by(s) | _registers_with(s):
            owners.setdefault(name, []).append(s)
    reached, todo = set(), [*roots, *program.effects]
    for s in program.body:
        if not _may_go(s):
            todo += defined_by(s) | set(names(s))
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            for s in owners.get(name, []):
                todo += _mentioned(s)
                todo += defined_by(s) if name in _registers_with(s) else ()
            todo += meanings.get(name, ())
    program.body = [s for s in program.body if not _may_go(s) or defined_by(s) & reached]
    program.imports = [i for i in program.imports if i[1] in reached]


def _registers_with(statement):
    """Returns the names with which the statement registers a function, such as "operator" for the
    decorator @operator.register_fake. Such a function is kept as long as the operator is kept,
    even if no other code mentions the function."""
    decorators = getattr(statement, "decorator_list", ())
    methods = [d.func if isinstance(d, ast.Call) else d for d in decorators]
    owners = (m.value for m in methods if isinstance(m, ast.Attribute))
    return {owner.id for owner in owners if isinstance(owner, ast.Name)}


def _mentioned(statement):
    return names(statement) + [n for g in nodes(statement, ast.Global) for n in g.names]


def _may_go(s):
    """Returns whether the statement has no effect by itself."""
    if isinstance(s, DEFINITIONS):
        return not s.decorator_list or isinstance(s, ast.FunctionDef)
    if isinstance(s, ast.AnnAssign):
        return isinstance(s.target, ast.Name) and (s.value is None or is_pure(s.value))
    if isinstance(s, ast.Assign):
        return all(isinstance(t, ast.Name) for t in s.targets) and is_pure(s.value)
    return isinstance(s, ast.Pass)
