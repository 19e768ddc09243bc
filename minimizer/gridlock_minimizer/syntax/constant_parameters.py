"""Removes parameters that have the same value in every call, and parameters that are never read."""

import ast

from gridlock_minimizer.syntax.effects import is_atom, is_pure
from gridlock_minimizer.syntax.tree import DEFINITIONS, names, substitute


def specialize(program, may_change=lambda value: True):
    """Replaces the parameters with their values. `may_change(value)` returns whether a kept
    definition (Program.kept) may lose a parameter that is always `value`. A decorated definition
    keeps its parameters, because its decorator may call it, too."""
    calls, escaped = program.calls()
    is_fixed = program.is_fixed()
    classes = [d for d in program.body if isinstance(d, ast.ClassDef)]
    parents = {name for d in classes for name in names(d.bases)}
    for name, definition in program.definitions().items():
        function, skipped = _function_of(definition)
        if function is None or name in escaped | parents or name not in calls:
            continue
        if not _has_plain_parameters(function) or not all(map(_is_plain, calls[name])):
            continue
        kept = name in program.kept
        for parameter in function.args.args[skipped:]:
            value = _constant(function, skipped, parameter, calls[name], is_fixed)
            if value is None or kept and (definition.decorator_list or not may_change(value)):
                continue
            _replace(function, skipped, parameter, value, calls[name])


def _function_of(definition):
    """Returns the function that calls of a definition run, and the number of leading parameters
    that the calls do not pass."""
    if isinstance(definition, ast.FunctionDef):
        return definition, 0
    if isinstance(definition, ast.ClassDef):
        inits = [m for m in definition.body if isinstance(m, DEFINITIONS) and m.name == "__init__"]
        if inits:
            return inits[0], 1
    return None, 0


def _has_plain_parameters(function):
    a = function.args
    return not (a.vararg or a.kwarg or a.kwonlyargs or a.posonlyargs)


def _is_plain(call):
    starred = any(isinstance(a, ast.Starred) for a in call.args)
    return not starred and all(k.arg for k in call.keywords)


def _constant(function, skipped, parameter, calls, is_fixed):
    """Returns the constant value of the parameter, or None if the parameter must stay. If the
    parameter is never read, the returned value does not matter."""
    at = function.args.args.index(parameter)
    default = _default(function, at)
    values = [_value(call, at - skipped, parameter.arg, default) for call in calls]
    if any(value is None for value in values):
        return None
    inside = names(function.body)
    same = len({ast.dump(v) for v in values}) == 1 and is_atom(values[0], is_fixed)
    constant = same and parameter.arg not in names(function.body, (ast.Store, ast.Del))
    unused = parameter.arg not in inside and all(map(is_pure, values))
    return values[0] if constant or unused else None


def _replace(function, skipped, parameter, value, calls):
    at = function.args.args.index(parameter)
    position = at - skipped
    function.body = substitute({parameter.arg: value}, function.body)
    if _default(function, at) is not None:
        function.args.defaults.pop(at - len(function.args.args))
    function.args.args.pop(at)
    for call in calls:
        call.keywords = [k for k in call.keywords if k.arg != parameter.arg]
        del call.args[position : position + 1]


def _default(function, at):
    from_end = at - len(function.args.args)
    return function.args.defaults[from_end] if -from_end <= len(function.args.defaults) else None


def _value(call, position, parameter, default):
    if position < len(call.args):
        return call.args[position]
    return next((k.value for k in call.keywords if k.arg == parameter), default)
