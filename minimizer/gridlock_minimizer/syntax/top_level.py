"""Simplifies top-level assignments of a program: aliases, tuples, and calls of functions that make
definitions."""

import ast

from gridlock_minimizer.syntax.effects import is_atom
from gridlock_minimizer.syntax.inlining import values_of
from gridlock_minimizer.syntax.local_names import assign, renamed
from gridlock_minimizer.syntax.scopes import bound_in, fresh
from gridlock_minimizer.syntax.tree import is_docstring, names, nodes, substitute


def simplify(program):
    _split_tuples(program)
    _replace_aliases(program)
    _run_makers(program)


def _split_tuples(program):
    body = []
    for s in program.body:
        pair = isinstance(s, ast.Assign) and isinstance(s.value, ast.Tuple)
        target = s.targets[0] if pair and len(s.targets) == 1 else None
        if isinstance(target, ast.Tuple) and len(target.elts) == len(s.value.elts):
            bound, read = set(names(target)), set(names(s.value))
            if all(isinstance(e, ast.Name) for e in target.elts) and not bound & read:
                body += [ast.Assign([e], v) for e, v in zip(target.elts, s.value.elts)]
                continue
        body.append(s)
    program.body = body


def _replace_aliases(program):
    """Replaces aliases of definitions, and constants outside Program.kept, with their values."""
    is_fixed, definitions = program.is_fixed(), program.definitions()
    table = {}
    for name, value in program.constants().items():
        is_alias = isinstance(value, ast.Name) and (value.id in definitions or value.id[0] == "@")
        if is_alias or name not in program.kept and is_atom(value, is_fixed):
            table[name] = value
    program.body = substitute(table, program.body)


def _run_makers(program):
    """Replaces the top-level statement a, b = f(x) with the body of f. f must consist of
    definitions, assignments and one return, and must have no other call."""
    calls, escaped = program.calls()
    functions = program.functions()
    for s in list(program.body):
        if not isinstance(s, ast.Assign) or not isinstance(s.value, ast.Call):
            continue
        name = s.value.func.id if isinstance(s.value.func, ast.Name) else ""
        if name in functions and name not in escaped | program.kept and len(calls[name]) == 1:
            _run_maker(program, s, functions[name])


def _run_maker(program, s, maker):
    body = [b for b in maker.body if not is_docstring(b)]
    returns = list(nodes_here(body, ast.Return))
    values = values_of(s.value, maker)
    straight = all(isinstance(b, (ast.FunctionDef, ast.Assign, ast.Return)) for b in body)
    if not straight or values is None or len(returns) != 1 or returns[0] is not body[-1]:
        return
    taken = program.global_names() | set(names(program.body))
    for local in sorted(bound_in(maker)):
        new = fresh(local, taken | set(names(body)))
        taken.add(new)
        renamed(local, new, body)
        values = {new if p == local else p: v for p, v in values.items()}
    s.value = returns[0].value
    at = program.body.index(s)
    program.body[at:at] = [assign(p, v) for p, v in values.items()] + body[:-1]
    program.body.remove(maker)


def nodes_here(body, kind):
    """Yields the nodes of `body` that lie outside functions."""
    for s in body:
        if not isinstance(s, ast.FunctionDef):
            yield from nodes(s, kind)


