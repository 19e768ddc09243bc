"""Finds scopes, and makes names distinct.

After distinct_names(), no local name is also a global name, and no scope binds a name that a scope
around it binds. A name therefore has one meaning in a whole function. This keeps passes simple,
because none has to consider shadowing.
"""

import ast
import re

from gridlock_minimizer.syntax.tree import (
    COMPREHENSIONS,
    DEFINITIONS,
    FUNCTIONS,
    IMPORTS,
    names,
    parameters,
)

SCOPES = FUNCTIONS + COMPREHENSIONS


def bound_in(scope):
    """Returns the names that a function, lambda or comprehension binds itself."""
    found = {p.arg for p in parameters(scope)} if isinstance(scope, FUNCTIONS) else set()
    declared = set()

    def look(node):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            declared.update(node.names)
        elif isinstance(node, DEFINITIONS):
            found.add(node.name)
        elif isinstance(node, IMPORTS):
            found.update((a.asname or a.name).split(".")[0] for a in node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            found.add(node.id)
        if not isinstance(node, SCOPES + (ast.ClassDef,)):
            for child in ast.iter_child_nodes(node):
                look(child)

    for child in _inside(scope):
        look(child)
    return found - declared


def _inside(scope):
    """Returns the parts of a scope that are evaluated inside it. The other parts, such as default
    values, are evaluated in the scope around it."""
    if isinstance(scope, ast.Lambda):
        return [scope.body]
    if isinstance(scope, FUNCTIONS):
        return scope.body
    return list(ast.iter_child_nodes(scope))


class Renaming(ast.NodeTransformer):
    """Renames by scope. choose(scope, its names, names bound around it) returns {old: new}.

    Bodies of classes bind attributes, which keep their names.
    """

    def __init__(self, choose, globals_=()):
        self.choose, self.tables = choose, [dict(globals_)]
        self.class_names = [set()]

    def new(self, name):
        if name in self.class_names[-1]:
            return name
        return next((t[name] for t in reversed(self.tables) if name in t), name)

    def _visit_scope(self, node):
        outside = [d for d in getattr(node, "decorator_list", [])]
        if isinstance(node, FUNCTIONS):
            outside += node.args.defaults + [d for d in node.args.kw_defaults if d]
            for part in outside:
                self.visit(part)
        around = {n for t in self.tables[1:] for n in t.values()}
        mine = bound_in(node)
        self.tables.append({n: n for n in mine} | self.choose(node, mine, around))
        self.class_names.append(set())
        if isinstance(node, FUNCTIONS):
            for parameter in parameters(node):
                parameter.arg = self.new(parameter.arg)
                if parameter.annotation:
                    self.visit(parameter.annotation)
        for part in _inside(node):
            self.visit(part)
        self.tables.pop()
        self.class_names.pop()
        return node

    def visit_FunctionDef(self, node):
        node.name = self.new(node.name)
        if node.returns:
            self.visit(node.returns)
        return self._visit_scope(node)

    visit_AsyncFunctionDef = visit_FunctionDef
    visit_Lambda = visit_ListComp = visit_SetComp = _visit_scope
    visit_DictComp = visit_GeneratorExp = _visit_scope

    def visit_ClassDef(self, node):
        node.name = self.new(node.name)
        for part in node.bases + node.decorator_list + [k.value for k in node.keywords]:
            self.visit(part)
        self.class_names.append(class_names(node))
        for statement in node.body:
            self.visit(statement)
        self.class_names.pop()
        return node

    def visit_Name(self, node):
        node.id = self.new(node.id)
        return node

    def visit_Global(self, node):
        node.names = [self.new(name) for name in node.names]
        return node

    visit_Nonlocal = visit_Global

    def visit_ExceptHandler(self, node):
        node.name = node.name and self.new(node.name)
        return self.generic_visit(node)

    def visit_alias(self, node):
        old = node.asname or node.name.split(".")[0]
        if self.new(old) != old:
            node.asname = self.new(old)
        return node


def class_names(node):
    """Returns the attributes that the body of a class binds."""
    return {
        name
        for statement in node.body
        for name in (
            [statement.name]
            if isinstance(statement, DEFINITIONS)
            else names(statement, ast.Store)
        )
    }


def distinct_names(tree, globals_, reserved):
    """Renames globals by the table `globals_`. Also renames locals whose names are `reserved` or
    bound in a scope around them."""

    def choose(scope, mine, around):
        taken = around | reserved | mine
        table = {}
        for name in sorted(mine & (around | reserved)):
            table[name] = fresh(name, taken)
            taken = taken | {table[name]}
        return table

    return Renaming(choose, globals_).visit(tree)


def fresh(name, taken):
    """Returns `name` with the lowest number that makes it different from all names in `taken`."""
    stem = re.sub(r"(_\d+)+$", "", name) or name
    return next(new for k in range(1, 10**6) if (new := f"{stem}_{k}") not in taken)
