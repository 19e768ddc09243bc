"""Answers basic questions about a tree: its names, its blocks of statements, copies of its
parts."""

import ast
import copy
import functools

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
IMPORTS = (ast.Import, ast.ImportFrom)


def names(node, context=None):
    """Returns the ids of all names in a node or a list of nodes, with repetitions."""
    found = (own_name(n, context) for n in nodes(node, (ast.Name, ast.AugAssign)))
    return [name for name in found if name is not None]


def own_name(node, context=None):
    """Returns the name in a node itself, without the names in its parts. Returns None if the node
    has no name. In x += 1, x counts both as stored and as loaded."""
    if isinstance(node, ast.Name):
        return node.id if context is None or isinstance(node.ctx, context) else None
    loads = isinstance(node, ast.AugAssign) and context and issubclass(ast.Load, context)
    return node.target.id if loads and isinstance(node.target, ast.Name) else None


def nodes(node, kind):
    steps = _walk_statements if _are_statements(kind) else walk
    for part in node if isinstance(node, list) else [node]:
        for n in steps(part):
            if isinstance(n, kind):
                yield n


@functools.cache
def _are_statements(kind):
    return all(issubclass(k, ast.stmt) for k in (kind if isinstance(kind, tuple) else (kind,)))


# Fields that contain no nodes, or only the context of a name (ast.Load).
_PLAIN_FIELDS = {"id", "ctx", "attr", "arg", "kind", "type_comment", "conversion", "simple", "level"}


@functools.cache
def _fields_with_nodes(kind):
    return () if kind is ast.Constant else tuple(f for f in kind._fields if f not in _PLAIN_FIELDS)


def walk(node):
    """Walks like ast.walk(), but five times as fast, and leaves out the contexts of names
    (ast.Load)."""
    todo = [node]
    for part in todo:
        for field in _fields_with_nodes(type(part)):
            value = getattr(part, field, None)
            if type(value) is list:
                todo += [v for v in value if isinstance(v, ast.AST)]
            elif isinstance(value, ast.AST):
                todo.append(value)
        yield part


# Fields that contain blocks, in the order in which a node lists them.
_FIELDS_WITH_BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")


def _walk_statements(node):
    """Walks like walk(), but leaves out expressions."""
    todo = [node]
    for part in todo:
        for field in _FIELDS_WITH_BLOCKS:
            value = getattr(part, field, None)
            if type(value) is list:
                todo += value
        yield part


def blocks(node):
    """Yields every list of statements in a node, outer lists first."""
    for part in _walk_statements(node):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(part, field, None)
            if type(block) is list and block and isinstance(block[0], ast.stmt):
                yield block


def parameters(function):
    """Returns all parameters of a function (ast.arg), including starred ones."""
    a = function.args
    return a.posonlyargs + a.args + a.kwonlyargs + [s for s in (a.vararg, a.kwarg) if s]


def defined_by(statement):
    """Returns the global names that a top-level statement of a module binds."""
    if isinstance(statement, DEFINITIONS):
        return {statement.name}
    if isinstance(statement, IMPORTS):
        return {(a.asname or a.name).split(".")[0] for a in statement.names}
    found = set(_stores_outside_scopes(statement))
    for part in nodes(statement, IMPORTS + DEFINITIONS):
        found |= defined_by(part) if part is not statement else set()
    return found


def _stores_outside_scopes(node):
    if isinstance(node, FUNCTIONS + COMPREHENSIONS + (ast.ClassDef,)):
        return
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    if isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    for child in ast.iter_child_nodes(node):
        yield from _stores_outside_scopes(child)


def name(text, context=ast.Load):
    return ast.Name(text, context())


def is_docstring(statement):
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


class Substitution(ast.NodeTransformer):
    """Replaces loads of names with copies of expressions. No inner scope may bind such a name."""

    def __init__(self, table):
        self.table = table

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load) and node.id in self.table:
            return copy.deepcopy(self.table[node.id])
        return node


def substitute(table, statements):
    return [Substitution(table).visit(statement) for statement in statements]


class Replacement(ast.NodeTransformer):
    """Replaces one node, which is found by identity."""

    def __init__(self, old, new):
        self.old, self.new = old, new

    def visit(self, node):
        return self.new if node is self.old else super().visit(node)


def drop(block, statement):
    """Removes a statement from its block. A block that becomes empty gets a pass."""
    at = next(i for i, other in enumerate(block) if other is statement)
    block[at : at + 1] = [] if len(block) > 1 else [ast.Pass()]
