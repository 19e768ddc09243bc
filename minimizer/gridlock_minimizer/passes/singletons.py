"""Dissolves classes that have a single object. Attributes become variables, and methods become
functions. A training loop in a class becomes statements that other passes can drop."""

import ast
import builtins
import copy

from gridlock_minimizer.passes.definitions import definition_pieces
from gridlock_minimizer.syntax.scopes import SCOPES, fresh
from gridlock_minimizer.syntax.tree import (
    DEFINITIONS,
    FUNCTIONS,
    IMPORTS,
    blocks,
    defined_by,
    is_docstring,
    names,
    nodes,
    parameters,
)

_SIMPLE = (ast.Expr, ast.Assign, ast.Return)


def pieces(script):
    return definition_pieces(script.tree, ast.ClassDef, dissolved, "functions")


def dissolved(tree, name):
    """Returns the tree without the class. Returns the same tree if the class has any use other than
    making one object."""
    new = copy.deepcopy(tree)
    try:
        _Dissolving(new, name).work()
    except _Impossible:
        return tree
    return new


class _Impossible(Exception):
    pass


def _need(condition):
    if not condition:
        raise _Impossible


class _Dissolving:
    def __init__(self, tree, name):
        self.tree = tree
        self.node = _the_only(n for n in tree.body if getattr(n, "name", None) == name)
        self.methods, self.members = _content(self.node)
        self.call, self.statement, self.block = self._making()
        self.references = self._references()
        self.names = self._new_names()

    def work(self):
        stored = [(f, self._stored(f)) for f in nodes(self.tree, FUNCTIONS)]
        self._make()
        _Variables(self).visit(self.tree)
        for function, variables in stored:
            _declare_global(function, variables)
        functions = [_without_self(m) for m in self.methods.values()]
        at = self.tree.body.index(self.node)
        self.tree.body[at : at + 1] = self._variables() + functions

    def is_object(self, node):
        return id(node) in self.references

    def is_property(self, attribute):
        return attribute in self.methods and "property" in _decorators(self.methods[attribute])

    def _making(self):
        """Returns the call that makes the object, and its statement."""
        _need(names(self.tree).count(self.node.name) == 1)
        call = _the_only(
            c for c in nodes(self.tree, ast.Call)
            if isinstance(c.func, ast.Name) and c.func.id == self.node.name
        )  # fmt: skip
        statement, block = _the_only(
            (s, block)
            for block in blocks(self.tree)
            for s in block
            if isinstance(s, _SIMPLE) and any(n is call for n in nodes(s, ast.Call))
        )
        return call, statement, block

    def _references(self):
        """Returns the nodes that refer to the object: reads of its variable, and self in its
        methods. Requires (_need) that each node only accesses an attribute of the object."""
        found = {id(self.call)}
        if self.statement_names_it():
            targets = self.statement.targets
            _need(len(targets) == 1 and isinstance(targets[0], ast.Name))
            name = targets[0].id
            found = {id(n) for n in _loads(self.tree, name)}
            _need(names(self.tree, ast.Store).count(name) == 1)
            _need(name not in _parameters(self.tree))
        for method in self.methods.values():
            if not _is_static(method):
                own = method.args.args[0].arg
                _need(own not in _parameters(method.body) and own not in names(method, ast.Store))
                found |= {id(n) for n in _loads(method, own)}
        _need(found <= {id(n.value) for n in nodes(self.tree, ast.Attribute)})
        return found

    def statement_names_it(self):
        return isinstance(self.statement, ast.Assign) and self.statement.value is self.call

    def _new_names(self):
        read = [n for n in nodes(self.tree, ast.Attribute) if self.is_object(n.value)]
        known = {n.attr for n in read if isinstance(n.ctx, ast.Store)}
        known |= self.methods.keys() | self.members.keys()
        _need(all(n.attr in known and not n.attr.startswith("__") for n in read))
        own = {name for name in self.members if names(self.tree).count(name) == 1}
        taken = _taken(self.tree) - own
        table = {}
        for attribute in dict.fromkeys([*self.members, *self.methods, *(n.attr for n in read)]):
            wanted = "make" if attribute == "__init__" else attribute
            table[attribute] = wanted if wanted not in taken else fresh(wanted, taken)
            taken.add(table[attribute])
        return table

    def _stored(self, function):
        """Returns the variables that a function itself assigns. Variables of nested functions do
        not count."""
        inner = {id(n) for f in nodes(function, SCOPES) if f is not function for n in nodes(f, ast.Attribute)}  # fmt: skip
        return sorted(
            {
                self.names[n.attr]
                for n in nodes(function, ast.Attribute)
                if self.is_object(n.value) and not isinstance(n.ctx, ast.Load) and id(n) not in inner
            }
        )

    def _make(self):
        """Inserts the call of the former __init__ before the statement that makes the object, or in
        its place."""
        made = []
        if "__init__" in self.methods:
            function = ast.Name(self.names["__init__"], ast.Load())
            made = [ast.Expr(ast.Call(function, self.call.args, self.call.keywords))]
        at = next(i for i, s in enumerate(self.block) if s is self.statement)
        rest = [] if self.statement_names_it() else [self.statement]
        self.block[at : at + 1] = made + rest or [ast.Pass()]

    def _variables(self):
        return [
            ast.Assign([ast.Name(self.names[name], ast.Store())], value)
            for name, value in self.members.items()
        ]


class _Variables(ast.NodeTransformer):
    def __init__(self, dissolving):
        self.dissolving = dissolving

    def visit_Attribute(self, node):
        d = self.dissolving
        if not d.is_object(node.value):
            return self.generic_visit(node)
        new = ast.Name(d.names[node.attr], node.ctx)
        return ast.Call(new, [], []) if d.is_property(node.attr) else new

    def visit_FunctionDef(self, node):
        if any(node is m for m in self.dissolving.methods.values()):
            node.name = self.dissolving.names[node.name]
        return self.generic_visit(node)


def _content(node):
    """Returns ({name: method}, {name: value}) of a class without bases."""
    _need(isinstance(node, ast.ClassDef) and not node.keywords and not node.decorator_list)
    _need(all(ast.unparse(b) == "object" for b in node.bases))
    methods, members = {}, {}
    for s in node.body:
        if isinstance(s, ast.FunctionDef):
            _need(s.name == "__init__" or not s.name.startswith("__"))
            _need(s.name not in methods and _is_method(s))
            methods[s.name] = s
        elif isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name):
            members[s.targets[0].id] = s.value
        else:
            _need(is_docstring(s) or isinstance(s, ast.Pass))
    _need(methods)
    return methods, members


def _is_method(function):
    decorators = _decorators(function)
    plain = not any(d == "classmethod" or d.endswith((".setter", ".deleter", "cached_property")) for d in decorators)  # fmt: skip
    return plain and bool(function.args.args or _is_static(function))


def _decorators(function):
    return [ast.unparse(d) for d in function.decorator_list]


def _is_static(function):
    return "staticmethod" in _decorators(function)


def _without_self(method):
    if not _is_static(method):
        del method.args.args[0]
    method.decorator_list = [
        d for d in method.decorator_list if ast.unparse(d) not in ("property", "staticmethod")
    ]
    return method


def _declare_global(function, stored):
    if stored and not isinstance(function, ast.Lambda):
        start = 1 if is_docstring(function.body[0]) else 0
        function.body.insert(start, ast.Global(stored))


def _parameters(tree):
    return {p.arg for f in nodes(tree, FUNCTIONS) for p in parameters(f)}


def _loads(tree, name):
    return [n for n in nodes(tree, ast.Name) if n.id == name and isinstance(n.ctx, ast.Load)]


def _taken(tree):
    methods = {id(s) for c in nodes(tree, ast.ClassDef) for s in c.body}
    defined = {n.name for n in nodes(tree, DEFINITIONS) if id(n) not in methods}
    imported = {name for s in nodes(tree, IMPORTS) for name in defined_by(s)}
    return {*names(tree), *_parameters(tree), *defined, *imported, *dir(builtins)}


def _the_only(found):
    found = list(found)
    _need(len(found) == 1)
    return found[0]
