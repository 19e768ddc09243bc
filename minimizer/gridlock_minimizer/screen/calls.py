"""Finds calls of the script's own functions and classes whose arguments do not fit. Also finds uses
of the result of a function that returns nothing."""

import ast
from collections import Counter

from gridlock_minimizer.screen.classes import methods, self_name
from gridlock_minimizer.syntax.records import record
from gridlock_minimizer.syntax.scopes import bound_in
from gridlock_minimizer.syntax.tree import DEFINITIONS, FUNCTIONS, defined_by, nodes, walk

_NO_ARGUMENTS = ast.parse("def __init__(self): pass").body[0]
# Decorators that change neither the arguments nor the result of a call.
_TRANSPARENT = {"functools.cache", "cache", "torch.no_grad()", "torch.compile", "functools.wraps"}


def refusal(tree, classes):
    signatures = _Signatures(tree, classes)
    for call, function, given in signatures.calls(tree):
        why = misfit(call, function, given)
        if why:
            return f"{ast.unparse(call.func)}() {why}"
    for user in walk(tree):
        call = _value_needed(user)
        if call is not None and signatures.gives_nothing(call):
            return f"the result of {ast.unparse(call.func)}() is None"
    return ""


class _Signatures:
    """Finds, for a call f(…), the function or constructor that the call runs, if the text of the
    script determines it."""

    def __init__(self, tree, classes):
        bound = Counter(name for s in tree.body for name in defined_by(s))
        bound.update(n for g in nodes(tree, ast.Global) for n in g.names)
        inside = {n for f in nodes(tree, FUNCTIONS) for n in bound_in(f)}
        sure = {n for n, times in bound.items() if times == 1} - inside
        definitions = [d for d in tree.body if isinstance(d, DEFINITIONS) and d.name in sure]
        self.functions = {d.name: d for d in definitions if _is_plain_function(d)}
        self.classes = classes
        self.constructors = {}
        if not self.classes.is_open:
            for d in definitions:
                if isinstance(d, ast.ClassDef):
                    self._constructor(d)

    def _constructor(self, node):
        lineage = self.classes.lineage(node)
        if lineage is None:
            made = record(node)
        else:
            inits = [m for c in lineage for m in methods(c) if m.name == "__init__"]
            plain = len(inits) == 1 and self_name(inits[0])
            made = inits[0] if plain else None if inits else _NO_ARGUMENTS
        if made is not None:
            self.constructors[node.name] = made

    def calls(self, tree):
        """Yields (call, function, number of implicit arguments)."""
        for call in nodes(tree, ast.Call):
            name = call.func.id if isinstance(call.func, ast.Name) else None
            if name in self.functions:
                yield call, self.functions[name], 0
            elif name in self.constructors:
                yield call, self.constructors[name], 1
        if not self.classes.is_open:
            yield from self._of_methods(tree)

    def _of_methods(self, tree):
        """Yields calls of self.m(…) if only one class has a method m."""
        owners = Counter(m.name for c in nodes(tree, ast.ClassDef) for m in methods(c))
        written = {n.attr for n in nodes(tree, ast.Attribute) if not isinstance(n.ctx, ast.Load)}
        for node in self.classes.closed():
            own = {m.name: m for m in methods(node) if owners[m.name] == 1 and not m.decorator_list}
            for method in methods(node):
                for call in nodes(method, ast.Call):
                    f = call.func
                    if (
                        isinstance(f, ast.Attribute)
                        and isinstance(f.value, ast.Name)
                        and f.value.id == self_name(method)
                    ):
                        if f.attr in own and f.attr not in written:
                            yield call, own[f.attr], 1

    def gives_nothing(self, call):
        name = call.func.id if isinstance(call.func, ast.Name) else None
        function = self.functions.get(name)
        return (
            isinstance(function, ast.FunctionDef)
            and not function.decorator_list
            and _has_no_result(function)
        )


def _is_plain_function(node):
    return isinstance(node, ast.FunctionDef) and all(
        ast.unparse(d) in _TRANSPARENT for d in node.decorator_list
    )


def misfit(call, function, given=0):
    """Returns why the arguments of the call do not fit. Returns "" if they fit or if the text does
    not decide."""
    if any(isinstance(a, ast.Starred) for a in call.args) or not all(k.arg for k in call.keywords):
        return ""
    a = function.args
    positional = [p.arg for p in a.posonlyargs + a.args]
    if not a.vararg and len(call.args) + given > len(positional):
        count = len(positional) - given
        return f"takes {count} argument{'s' if count != 1 else ''}, not {len(call.args)}"
    filled = set(positional[: len(call.args) + given])
    only = {p.arg for p in a.kwonlyargs}
    for keyword in call.keywords:
        if keyword.arg in filled:
            return f"gets '{keyword.arg}' twice"
        if not a.kwarg and keyword.arg not in only | {p.arg for p in a.args}:
            return f"has no parameter '{keyword.arg}'"
        filled.add(keyword.arg)
    required = positional[: len(positional) - len(a.defaults)]
    required += [p.arg for p, default in zip(a.kwonlyargs, a.kw_defaults) if default is None]
    missing = [p for p in required if p not in filled]
    return f"lacks the argument '{missing[0]}'" if missing else ""


def _value_needed(user):
    """Returns the call whose result this node uses in a way that fails for None; None if there is
    no such call."""
    value = None
    if isinstance(user, (ast.Attribute, ast.Subscript, ast.Starred, ast.Await)):
        value = user.value
    elif isinstance(user, (ast.For, ast.comprehension)):
        value = user.iter
    elif isinstance(user, ast.withitem):
        value = user.context_expr
    elif isinstance(user, ast.Call):
        value = user.func
    elif isinstance(user, ast.BinOp):
        value = user.left if isinstance(user.left, ast.Call) else user.right
    elif isinstance(user, ast.Assign) and isinstance(user.targets[0], (ast.Tuple, ast.List)):
        value = user.value
    return value if isinstance(value, ast.Call) else None


def _has_no_result(function):
    """Returns whether the function always returns None: no return has a value, and the last
    statement is neither a raise nor a while."""
    own = list(_own_nodes(function))
    if any(
        isinstance(n, (ast.Yield, ast.YieldFrom)) or isinstance(n, ast.Return) and n.value
        for n in own
    ):
        return False
    return not isinstance(function.body[-1], (ast.Raise, ast.While))


def _own_nodes(function):
    todo = list(function.body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, DEFINITIONS + (ast.Lambda,)):
            todo += ast.iter_child_nodes(node)
