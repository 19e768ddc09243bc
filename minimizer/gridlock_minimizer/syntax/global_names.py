"""Simplifies globals that functions assign: globals that are never read, and globals that are
constants."""

import ast

from gridlock_minimizer.syntax.effects import is_atom, is_pure
from gridlock_minimizer.syntax.tree import blocks, defined_by, names, nodes, substitute


def drop_dead_globals(program):
    """Drops assignments of globals that are never read. Replaces a global with its value if the
    global is assigned once and the value is known."""
    is_fixed, written = program.is_fixed(), program.written_inside()
    read = set(names(program.body, ast.Load))
    constants = {}
    for function in nodes(program.body, ast.FunctionDef):
        declared = {n for g in nodes(function.body, ast.Global) for n in g.names}
        for block, s in _global_stores(function, declared):
            target = s.targets[0].id
            bound_at_top = any(target in _bound(top) for top in program.body)
            if target not in read and is_pure(s.value):
                block[block.index(s)] = ast.Pass()
            elif target not in read:
                block[block.index(s)] = ast.Expr(s.value)
            elif written[target] == 1 and not bound_at_top and is_atom(s.value, is_fixed):
                constants[target] = s.value
                block[block.index(s)] = ast.Pass()
    program.body = substitute(constants, program.body)
    _drop_declarations(program)


def _global_stores(function, declared):
    for block in blocks(function):
        for s in list(block):
            single = isinstance(s, ast.Assign) and len(s.targets) == 1
            if single and isinstance(s.targets[0], ast.Name):
                if s.targets[0].id in declared:
                    yield block, s


def _bound(statement):
    if isinstance(statement, ast.AnnAssign) and statement.value is None:
        return ()
    return defined_by(statement)


def _drop_declarations(program):
    """Drops `global x` in functions that do not assign x."""
    for function in nodes(program.body, ast.FunctionDef):
        stored = set(names(function.body, (ast.Store, ast.Del)))
        for block in [function.body]:
            for s in list(block):
                if isinstance(s, ast.Global):
                    s.names = [n for n in dict.fromkeys(s.names) if n in stored]
                    if not s.names:
                        block[block.index(s)] = ast.Pass()
