"""Replaces a compound statement with its block, and binds the names that the block needs."""

import ast

from gridlock_minimizer.syntax.tree import DEFINITIONS

_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def unwrappings(statement):
    """Returns (name, edit) for each way to unwrap the statement."""
    found = []
    if isinstance(statement, ast.If):
        found = [("body", _body), ("else", _otherwise)] if statement.orelse else [("body", _body)]
    elif isinstance(statement, (ast.With, ast.AsyncWith)):
        found = [("body", _entered)]
    elif isinstance(statement, ast.Try):
        found = [("body", _undisturbed)]
    return [(name, lambda rewriting, edit=edit: edit(statement, rewriting)) for name, edit in found]


def once(loop):
    """Returns the edit that reduces a loop to one iteration; None if the loop has a break or
    continue."""
    if list(_jumps(loop.body)):
        return None
    edit = _body if isinstance(loop, ast.While) else _first_round
    return lambda rewriting: edit(loop, rewriting)


def _body(statement, rewriting):
    return rewriting.block(statement.body)


def _otherwise(statement, rewriting):
    return rewriting.block(statement.orelse)


def _undisturbed(statement, rewriting):
    """Returns the statements of a try that run if nothing is raised."""
    return [
        s
        for b in (statement.body, statement.orelse, statement.finalbody)
        for s in rewriting.block(b)
    ]


def _first_round(statement, rewriting):
    return [_assign(statement.target, first_of(rewriting(statement.iter)))] + rewriting.block(
        statement.body
    )


def first_of(iterable):
    """Returns an expression for the first element of an iterable. range(n), enumerate(x), zip(…)
    and [a, b] have a short one; others get next(iter(x))."""
    name = (
        iterable.func.id
        if isinstance(iterable, ast.Call) and isinstance(iterable.func, ast.Name)
        else ""
    )
    if name == "range":
        return iterable.args[0] if len(iterable.args) > 1 else ast.Constant(0)
    if name == "enumerate" and len(iterable.args) == 1:
        return ast.Tuple([ast.Constant(0), first_of(iterable.args[0])], ast.Load())
    if name == "zip" and not iterable.keywords:
        return ast.Tuple([first_of(a) for a in iterable.args], ast.Load())
    if (
        isinstance(iterable, (ast.List, ast.Tuple))
        and iterable.elts
        and not isinstance(iterable.elts[0], ast.Starred)
    ):
        return iterable.elts[0]
    return _call("next", _call("iter", iterable))


def _entered(statement, rewriting):
    bound = [
        _assign(i.optional_vars, rewriting(i.context_expr))
        for i in statement.items
        if i.optional_vars
    ]
    return bound + rewriting.block(statement.body)


def _assign(target, value):
    return ast.Assign([target], value)


def _call(name, argument):
    return ast.Call(ast.Name(name, ast.Load()), [argument], [])


def _jumps(block):
    """Yields the break and continue statements of the loop that has this block."""
    for statement in block:
        if isinstance(statement, (ast.Break, ast.Continue)):
            yield statement
        elif not isinstance(statement, _LOOPS + DEFINITIONS):
            for child in ("body", "orelse", "finalbody"):
                yield from _jumps(getattr(statement, child, []))
            for handler in getattr(statement, "handlers", []):
                yield from _jumps(handler.body)
