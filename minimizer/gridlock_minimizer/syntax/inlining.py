"""Inlines functions. A function of several statements is not inlined into a kept definition,
because the author of the definition will look for the original lines."""

import ast
import copy

from gridlock_minimizer.syntax.effects import is_simple
from gridlock_minimizer.syntax.local_names import assign, renamed
from gridlock_minimizer.syntax.scopes import bound_in, fresh
from gridlock_minimizer.syntax.tree import (
    COMPREHENSIONS,
    Replacement,
    blocks,
    defined_by,
    is_docstring,
    names,
    nodes,
    parameters,
    substitute,
)

_SMALL = 14  # maximum number of nodes of an expression that may be copied
_DEFERRED = (ast.Lambda, ast.GeneratorExp)
_NOT_INLINED = (
    ast.Yield, ast.YieldFrom, ast.Await, ast.FunctionDef, ast.ClassDef, ast.Nonlocal
)  # fmt: skip


def inline_one(program, may_inline=lambda function: True):
    """Inlines one function, if possible. Returns whether one was inlined."""
    calls, escaped = program.calls()
    for name, function in program.functions().items():
        if name in escaped or name not in calls or name in program.kept or not _is_plain(function):
            continue
        if name in names(function) or not all(_fits(c, function) for c in calls[name]):
            continue
        body = [s for s in function.body if not is_docstring(s)] or [ast.Pass()]
        if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value is not None:
            done = _inline_expression(program, function, body[0].value, calls[name])
        else:
            done = False
        if not done and len(calls[name]) == 1 and may_inline(function):
            done = _inline_statements(program, function, body, calls[name][0])
        if done:
            program.body.remove(function)
            return True
    return False


def _is_plain(function):
    a = function.args
    return not (a.vararg or a.kwarg or a.kwonlyargs or a.posonlyargs or function.decorator_list)


def _fits(call, function):
    """Returns whether every parameter has a value in the call."""
    if any(isinstance(a, ast.Starred) for a in call.args) or not all(k.arg for k in call.keywords):
        return False
    return values_of(call, function) is not None


def values_of(call, function):
    """Returns {parameter: expression}, in the order of the parameters. Returns None if a parameter
    has no value."""
    params = [p.arg for p in function.args.args]
    defaults = dict(zip(reversed(params), reversed(function.args.defaults)))
    given = dict(zip(params, call.args)) | {k.arg: k.value for k in call.keywords}
    if any(p not in given and p not in defaults for p in params):
        return None
    return {p: given.get(p, defaults.get(p)) for p in params}


def _inline_expression(program, function, expression, calls):
    size = sum(1 for _ in ast.walk(expression))
    if len(calls) > 1 and size > _SMALL or any(nodes(expression, ast.NamedExpr)):
        return False
    deferred = any(nodes(expression, _DEFERRED))
    for call in calls:
        values = values_of(call, function)
        complex_ = [p for p, v in values.items() if not is_simple(v)]
        if deferred and values or len(complex_) > 1:
            return False
        used = names(expression)
        if any(used.count(p) != 1 or _in_comprehension(p, expression) for p in complex_):
            return False
    for call in calls:
        taken = set(names(program.body)) | program.global_names()
        new = _with_new_scopes(copy.deepcopy(expression), taken)
        [new] = substitute(values_of(call, function), [ast.Expr(new)])
        replacement = Replacement(call, new.value)
        program.body = [replacement.visit(s) for s in program.body]
    return True


def _in_comprehension(name, expression):
    return any(name in names(scope) for scope in nodes(expression, COMPREHENSIONS))


def _with_new_scopes(expression, taken):
    """Renames the names that comprehensions in the expression bind, so that they differ from the
    caller's names."""
    for scope in list(nodes(expression, COMPREHENSIONS)):
        for name in sorted(bound_in(scope) & taken):
            renamed(name, fresh(name, taken), [scope])
    return expression


def _inline_statements(program, function, body, call):
    """Replaces x = f(…), f(…) or return f(…) by the body of f."""
    last = body[-1]
    returns = [n for n in nodes(function, ast.Return)]
    if any(r is not last for r in returns):
        return False
    if any(nodes(body, _NOT_INLINED)):
        return False
    callers = [s for s in program.body if not defined_by(s) & program.kept]
    for caller in nodes(callers, ast.FunctionDef):
        for block in blocks(caller):
            for at, s in enumerate(block):
                if isinstance(s, (ast.Expr, ast.Assign, ast.Return)) and s.value is call:
                    return _put(caller, block, at, function, body, program.global_names())
    return False


def _put(caller, block, at, function, body, globals_):
    s = block[at]
    taken = set(names(caller)) | {p.arg for p in parameters(caller)}
    values = values_of(s.value, function)
    for name in sorted(bound_in(function)):
        if name in taken:
            new = fresh(name, taken | globals_ | set(names(body)) | bound_in(function))
            renamed(name, new, body)
            values = {new if p == name else p: v for p, v in values.items()}
    declarations = [g for g in body if isinstance(g, ast.Global)]
    body = [b for b in body if not isinstance(b, ast.Global)]
    result = ast.Constant(None)
    if body and isinstance(body[-1], ast.Return):
        result = body.pop().value or result
    if isinstance(s, ast.Expr):
        tail = [] if isinstance(result, ast.Constant) else [ast.Expr(result)]
    else:
        s.value, tail = result, [s]
    block[at : at + 1] = [assign(p, v) for p, v in values.items()] + body + tail or [ast.Pass()]
    start = 1 if is_docstring(caller.body[0]) else 0
    caller.body[start:start] = declarations
    return True
