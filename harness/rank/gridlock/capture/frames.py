"""Keeps a module's forward as Python code if Dynamo cannot capture the forward as one graph. The
record contains the source of the forward and the attributes that it reads from its module. The
modules that the forward calls are the module's parts. Each part is captured when the forward calls
it."""

import ast
import builtins
import inspect
import sys
import textwrap
import types

import torch
from gridlock.capture.containers import CONTAINERS
from gridlock.capture.literals import has_hooks, literal, module_expression
from gridlock.capture.sharded import unsharded
from gridlock.capture.values import maker

_OF_ALL_MODULES = frozenset(dir(torch.nn.Module()))


def frames(module):
    """Returns {path: frame} of the module and of all its parts whose forward a script can express:

        {"methods": ["def forward(self, x): …", …], "imports": ["import torch", …],
         "constants": {name: expression}, "attributes": {name: expression},
         "modules": {path of a part: expression, None if it has a frame},
         "containers": {path: class}}

    Raises if a script cannot express the module itself.
    """
    with unsharded(module) as values:
        return _frames(module, "", values)


def _frames(module, path, values):
    frame = _Frame(module, values)
    found = {path: frame.record()}
    for name, expression in frame.modules.items():
        if expression is None:
            part = module.get_submodule(name)
            found |= _frames_if_any(part, f"{path}.{name}".lstrip("."), values)
    return found


def _frames_if_any(module, path, values):
    try:
        return _frames(module, path, values)
    except Exception:  # the part may still be captured as a graph
        return {}


class _Frame:
    def __init__(self, module, values):
        self.module, self.values = module, values
        self.methods, self.imports, self.constants = {}, {}, {}
        self.attributes, self.modules, self.containers = {}, {}, {}
        if has_hooks(module) or "forward" in module.__dict__:
            raise ValueError("methods other than its forward are called")
        self._method("forward")

    def record(self):
        return {
            "methods": list(self.methods.values()),
            "imports": list(self.imports.values()),
            "constants": self.constants,
            "attributes": self.attributes,
            "modules": self.modules,
            "containers": self.containers,
        }

    def _method(self, name):
        function = inspect.unwrap(inspect.getattr_static(type(self.module), name))
        if function.__closure__:
            raise ValueError(f"its method {name} reads variables of an enclosing function")
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        _without_annotations(tree)
        self.methods[name] = ast.unparse(tree)
        for read in _read_of_self(tree):
            self._attribute(read)
        for read in _read_from_outside(tree):
            self._global(read, function.__globals__)

    def _attribute(self, name):
        kind = inspect.getattr_static(type(self.module), name, None)
        if name in self.methods or _is_of_all_modules(name, kind):
            return
        if not hasattr(self.module, name):
            return  # forward sets the attribute
        if name in self.module._modules:
            self._part(self.module._modules[name], name)
        elif inspect.isfunction(kind):
            self._method(name)
        elif isinstance(kind, (property, staticmethod, classmethod)):
            raise ValueError(f"it reads {name}, which is a property, staticmethod or classmethod")
        else:
            value = getattr(self.module, name)
            is_tensor = isinstance(value, torch.Tensor)
            made = maker(value, self.values.get(id(value))) if is_tensor else literal(value)
            self.attributes[name] = made

    def _part(self, part, path):
        if type(part) in CONTAINERS:
            self.containers[path] = CONTAINERS[type(part)]
            for name, child in part._modules.items():
                self._part(child, f"{path}.{name}")
        else:
            self.modules[path] = module_expression(part)

    def _global(self, name, known):
        if name not in known:
            if not hasattr(builtins, name):
                raise ValueError(f"it reads {name}, which its module does not define")
            return
        value = known[name]
        if inspect.ismodule(value):
            self.imports[name] = _import(value.__name__, name)
        elif isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
            if getattr(sys.modules.get(value.__module__), value.__name__, None) is not value:
                raise ValueError(f"{name} cannot be imported from a module")
            self.imports[name] = f"from {value.__module__} import {_named(value.__name__, name)}"
        else:
            self.constants[name] = literal(value)


def _is_of_all_modules(name, kind):
    return name in _OF_ALL_MODULES and kind is inspect.getattr_static(torch.nn.Module, name, None)


def _import(module, name):
    return f"import {module}" if module == name else f"import {_named(module, name)}"


def _named(what, name):
    return what if what == name else f"{what} as {name}"


def _without_annotations(function):
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None


def _read_of_self(function):
    """Returns the names of the attributes of self that the function reads. Each name occurs
    once."""
    own = function.args.args[0].arg
    parts = [n for n in ast.walk(function) if isinstance(n, ast.Attribute)]
    of_self = [n for n in parts if isinstance(n.value, ast.Name) and n.value.id == own]
    whole = {n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == own}
    if whole - {n.value for n in of_self}:
        raise ValueError("it passes self to another function")
    return list(dict.fromkeys(n.attr for n in of_self))


def _read_from_outside(function):
    names = [n for n in ast.walk(function) if isinstance(n, ast.Name)]
    own = {n.id for n in names if not isinstance(n.ctx, ast.Load)}
    own |= {n.arg for n in ast.walk(function) if isinstance(n, ast.arg)}
    own |= {n.name for n in ast.walk(function) if isinstance(n, ast.FunctionDef)}
    return list(dict.fromkeys(n.id for n in names if n.id not in own))
