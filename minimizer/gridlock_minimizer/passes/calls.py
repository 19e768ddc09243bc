"""Finds the functions of a script with all their calls. Leaves out functions that are also
mentioned outside calls."""

import ast
from collections import namedtuple

from gridlock_minimizer.passes.places import callee
from gridlock_minimizer.syntax.scopes import SCOPES, bound_in
from gridlock_minimizer.syntax.tree import nodes, walk

# `given` is the number of leading parameters that a call does not pass. It is 1 for methods.
Function = namedtuple("Function", "node name calls given")


def functions(tree):
    """Returns the top-level functions, and the methods."""
    finder = _Finder(tree)
    for definition in tree.body:
        if isinstance(definition, ast.FunctionDef):
            yield from finder.of_function(definition, definition.name, definition.name, 0)
        elif isinstance(definition, ast.ClassDef):
            yield from finder.of_class(definition)


def global_names(tree):
    """Returns the ids of all Name nodes that refer to a global."""
    return {id(n) for n in _Finder(tree).globals}


def holders(tree):
    """Returns {name: class}. A name is the last component of a variable or attribute that refers to
    an object of a class of the script."""
    finder = _Finder(tree)
    found = {}
    for definition in tree.body:
        if isinstance(definition, ast.ClassDef):
            for name in finder.holders(definition.name):
                found[name] = None if name in found else definition
    return {name: definition for name, definition in found.items() if definition}


class _Finder:
    def __init__(self, tree):
        self.calls = list(nodes(tree, ast.Call))
        local = {
            id(n)
            for scope in nodes(tree, SCOPES)
            for bound in [bound_in(scope)]
            for n in nodes(scope, ast.Name)
            if n.id in bound
        }
        self.globals = [n for n in nodes(tree, ast.Name) if id(n) not in local]
        self.assigned = list(self._assignments(tree))

    def of_function(self, node, called, name, given):
        mentions = {id(n) for n in self.globals if n.id == called}
        calls = [c for c in self.calls if id(c.func) in mentions]
        if calls and len(mentions) == len(calls):
            yield Function(node, name, calls, given)

    def of_class(self, definition):
        held_by = self.holders(definition.name)
        for method in definition.body:
            if not isinstance(method, ast.FunctionDef) or method.decorator_list:
                continue
            name = f"{definition.name}.{method.name}"
            if method.name == "__init__":
                yield from self.of_function(method, definition.name, name, 1)
            elif method.args.args:
                attribute = None if method.name == "forward" else method.name
                calls = [c for c in self.calls if _is_call_of(c, attribute, held_by, definition)]
                if calls:
                    yield Function(method, name, calls, 1)

    def holders(self, class_name):
        """Returns the last components of the variables and attributes that refer to an object of
        the class, even if the object is wrapped or in a list."""
        found, new = set(), True
        while new:
            new = {
                name
                for target, value in self.assigned
                if _mentions(value, {class_name} | found) and (name := _last_name(target))
            } - found
            found |= new
        return found

    def _assignments(self, tree):
        """Yields (target, value). A parameter is the target of each argument that calls pass for
        it. A function's name is the target of each value that the function returns."""
        tops = {d.name: d for d in tree.body if isinstance(d, ast.FunctionDef)}
        results = {name: [r.value for r in nodes(d, ast.Return)] for name, d in tops.items()}
        for node in walk(tree):
            if isinstance(node, ast.Assign):
                values = [node.value]
                if isinstance(node.value, ast.Call):
                    values += results.get(callee(node.value), [])
                for target in node.targets:
                    for value in values:
                        yield from _pairs(target, value)
            elif isinstance(node, (ast.For, ast.comprehension)):
                yield node.target, node.iter
        for name, definition in tops.items():
            yield from ((ast.Name(name), value) for value in results[name] if value)
            for function in self.of_function(definition, name, "", 0):
                for call in function.calls:
                    yield from zip(definition.args.args, call.args)


def _pairs(target, value):
    if not isinstance(target, ast.Tuple):
        return [(target, value)]
    same = isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
    return list(zip(target.elts, value.elts)) if same else []


def _is_call_of(call, method, holders, definition):
    """Returns whether the call is x(…) for a method `forward`, x.method(…), or self.method(…) in
    the class itself."""
    target = call.func if method is None else getattr(call.func, "value", None)
    if method is not None and getattr(call.func, "attr", None) != method:
        return False
    if isinstance(target, ast.Name) and target.id == "self":
        return any(call is c for c in nodes(definition, ast.Call))
    return _last_name(target) in holders


def _mentions(value, wanted):
    """Returns whether the value is one of `wanted`, or wraps one as compile(Model(…)) does.
    f(model.parameters()) does not wrap the model."""
    if isinstance(value, ast.Call):
        made_of = [value.func] if callee(value) in wanted and value.func else value.args
        if isinstance(value.func, ast.Attribute) and value.func.attr in (
            "to",
            "cuda",
            "train",
            "eval",
        ):
            made_of = [value.func.value]
        return any(_mentions(part, wanted) for part in made_of)
    if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
        return _mentions(value.elt, wanted)
    if isinstance(value, (ast.List, ast.Tuple, ast.Starred)):
        return any(
            _mentions(part, wanted)
            for part in ast.iter_child_nodes(value)
            if isinstance(part, ast.expr)
        )
    return _last_name(value) in wanted


def _last_name(node):
    """Returns the last component of a name, an attribute or a parameter."""
    return next((getattr(node, f) for f in ("attr", "id", "arg") if hasattr(node, f)), None)


def is_plain(function):
    a = function.args
    return not (a.vararg or a.kwarg or a.kwonlyargs or a.posonlyargs)


def given_value(call, position, parameter):
    """Returns the node that passes the parameter in the call, and its value. Returns (None, None)
    if the call leaves the parameter out."""
    if position < len(call.args):
        return call.args[position], call.args[position]
    return next(((k, k.value) for k in call.keywords if k.arg == parameter), (None, None))


def has_stars(call):
    return any(isinstance(a, ast.Starred) for a in call.args) or not all(
        k.arg for k in call.keywords
    )
