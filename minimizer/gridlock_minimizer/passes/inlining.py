"""Inlines top-level functions that are called once, or that only return a small expression."""

import ast
import copy

from gridlock_minimizer.passes.definitions import definition_pieces
from gridlock_minimizer.syntax.inlining import inline_one
from gridlock_minimizer.syntax.program import Program
from gridlock_minimizer.syntax.scopes import distinct_names
from gridlock_minimizer.syntax.tree import DEFINITIONS, FUNCTIONS, IMPORTS, nodes, parameters

_TOP = "@top"  # name of a function that wraps a top-level statement


def pieces(script):
    return definition_pieces(script.tree, ast.FunctionDef, inlined, "inline")


def inlined(tree, name):
    """Returns the tree with function `name` inlined, or the same tree if inlining is not
    possible."""
    program = _Candidate(_body(tree), name)
    return _tree_of(program) if inline_one(program) else tree


def all_inlined(tree):
    """Returns the tree with every possible function inlined."""
    program = Program(_body(tree), ())
    while inline_one(program):
        pass
    return _tree_of(program)


class _Candidate(Program):
    """A program in which all functions may change but only one function may be removed."""

    def __init__(self, body, name):
        super().__init__(body, ())
        self._name = name

    def functions(self):
        return {name: f for name, f in super().functions().items() if name == self._name}


def _tree_of(program):
    return ast.Module([part for s in program.body for part in (_inside(s) if _is_top(s) else [s])], [])


def _inside(top):
    """Returns the statements of a function as top-level statements of the script. At the top level,
    globals need no declaration."""
    return [s for s in top.body if not isinstance(s, ast.Global)]


def _body(tree):
    """Returns a copy in which no local has the name of a global. Wraps top-level statements that
    are not definitions in functions, so that they count as callers."""
    tree = copy.deepcopy(tree)
    globals_ = Program(tree.body, ()).global_names()
    keywords = {k.arg for k in nodes(tree, ast.keyword)}
    by_name = {p.arg for f in nodes(tree, FUNCTIONS) for p in parameters(f)} & keywords
    tree = distinct_names(tree, {}, globals_ - by_name)
    return [s if isinstance(s, DEFINITIONS + IMPORTS) else _in_function(s) for s in tree.body]


def _in_function(statement):
    none = ast.arguments([], [], None, [], [], None, [])
    return ast.FunctionDef(_TOP, none, [statement], [], None, None)


def _is_top(statement):
    return isinstance(statement, ast.FunctionDef) and statement.name == _TOP
