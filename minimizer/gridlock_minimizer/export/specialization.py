"""Simplifies a linked program with the facts about its cell until nothing changes."""

import ast

from gridlock_minimizer.export.facts import Facts, check_resolved
from gridlock_minimizer.syntax import (
    branches,
    constant_parameters,
    global_names,
    inlining,
    local_names,
    lookups,
    top_level,
)
from gridlock_minimizer.syntax.program import shake
from gridlock_minimizer.syntax.tree import names, nodes

_ROOTS = ("torch",)  # names that shake() keeps, in addition to the statement that calls main()
_MOST_ROUNDS = 60
_LONGEST_INLINED = 8  # maximum number of statements of a function that replaces its only call


def specialize(program, facts, sides):
    """Simplifies a program. `facts` are the arguments of Facts, except its constants. `sides` is
    the result of Request.sides()."""
    meanings = {module: table.values() for module, table in facts[0].items()}
    program.body = [_Trim().visit(s) for s in program.body]
    _fold(program, facts, sides)
    shake(program, _ROOTS, meanings)
    for _ in range(_MOST_ROUNDS):
        before = program.text()
        _fold(program, facts, sides)
        top_level.simplify(program)
        _simplify_functions(program)
        constant_parameters.specialize(program, may_change=_is_of_the_cell)
        global_names.drop_dead_globals(program)
        while inlining.inline_one(program, may_inline=_is_short):
            pass
        shake(program, _ROOTS, meanings)
        if program.text() == before:
            break
    check_resolved(program)


def _fold(program, facts, sides):
    constants = {n: v for n, v in program.constants().items() if n not in program.kept}
    folding = Facts(constants | lookups.tables(program) | sides, *facts)
    program.body = [folding.visit(s) for s in program.body]


def _simplify_functions(program):
    functions = program.functions()
    empty = {n for n, d in functions.items() if all(isinstance(s, ast.Pass) for s in d.body)}

    def is_empty_call(call):
        return isinstance(call.func, ast.Name) and call.func.id in empty

    is_fixed = program.is_fixed()
    for definition in program.body:
        branches.prune(definition, is_empty_call)
        for function in nodes(definition, ast.FunctionDef):
            local_names.simplify(function, is_fixed)


def _is_of_the_cell(value):
    return any(name.startswith("@") for name in names(value))


def _is_short(function):
    return sum(1 for _ in nodes(function.body, ast.stmt)) <= _LONGEST_INLINED


class _Trim(ast.NodeTransformer):
    """Removes decorators that have no effect."""

    def visit_FunctionDef(self, node):
        node = self.generic_visit(node)
        node.decorator_list = [d for d in node.decorator_list if not _is_wraps(d)]
        return node


def _is_wraps(decorator):
    return isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "functools.wraps"

