"""Follows one rank of a script statement by statement. Understands a small part of Python, and the
part of torch in followed_torch.py."""

import ast

from gridlock_minimizer.screen.followed_torch import COMPUTES, MAKES, METHODS, Torch
from gridlock_minimizer.screen.followed_values import (
    Module,
    Tensor,
    Unclear,
    Work,
    is_number,
    is_plain,
)
from gridlock_minimizer.syntax.folding import ORDERINGS

# Modules that may be imported, because importing them makes no collective call.
_MODULES = {"torch", "torch.distributed", "math", "json", "collections", "sys"}
_MOST_STEPS = 2_000


class _Return(Exception):
    def __init__(self, value):
        self.value = value


def follow(tree, rank):
    """Returns the collective calls of one rank, in order. Raises Unclear."""
    following = _Following(rank)
    following.run(tree.body, following.globals)
    return following.torch.calls


class _Following:
    def __init__(self, rank):
        self.globals = {}
        self.torch = Torch(rank)
        self._steps = 0

    def run(self, body, names):
        for statement in body:
            self._steps += 1
            method = getattr(self, f"_{type(statement).__name__}", None)
            if method is None or self._steps > _MOST_STEPS:
                raise Unclear
            method(statement, names)

    # The functions below run statements.

    def _Import(self, node, names):
        for alias in node.names:
            if alias.name not in _MODULES:
                raise Unclear
            whole = alias.name if alias.asname else alias.name.split(".")[0]
            names[alias.asname or whole] = Module(whole)

    def _Expr(self, node, names):
        self.value(node.value, names)

    def _Assign(self, node, names):
        if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            raise Unclear
        names[node.targets[0].id] = self.value(node.value, names)

    def _Pass(self, node, names):
        pass

    def _If(self, node, names):
        self.run(node.body if self._is_true(node.test, names) else node.orelse, names)

    def _For(self, node, names):
        values = self.value(node.iter, names)
        if node.orelse or not isinstance(node.target, ast.Name) or not is_plain(values):
            raise Unclear
        if not isinstance(values, (tuple, range)):
            raise Unclear
        for value in values:
            names[node.target.id] = value
            self.run(node.body, names)

    def _FunctionDef(self, node, names):
        a = node.args
        plain = not (a.vararg or a.kwarg or a.kwonlyargs or a.posonlyargs or a.defaults)
        plain = plain and not (node.returns or any(p.annotation for p in a.args))
        if node.decorator_list or not plain or names is not self.globals:
            raise Unclear
        if any(isinstance(n, (ast.Yield, ast.YieldFrom, ast.Global)) for n in ast.walk(node)):
            raise Unclear
        names[node.name] = node

    def _Return(self, node, names):
        if names is self.globals:
            raise Unclear
        raise _Return(None if node.value is None else self.value(node.value, names))

    def _is_true(self, test, names):
        value = self.value(test, names)
        if not is_plain(value):
            raise Unclear
        return bool(value)

    # The functions below evaluate expressions.

    def value(self, node, names):
        method = getattr(self, f"_value_of_{type(node).__name__}", None)
        if method is None:
            raise Unclear
        return method(node, names)

    def _value_of_Constant(self, node, names):
        return node.value

    def _value_of_Name(self, node, names):
        if node.id in names:
            return names[node.id]
        if node.id in self.globals:
            return self.globals[node.id]
        if node.id == "__name__":
            return "__main__"
        raise Unclear

    def _value_of_Tuple(self, node, names):
        return tuple(self.value(part, names) for part in node.elts)

    _value_of_List = _value_of_Tuple  # no understood code changes a list

    def _value_of_Attribute(self, node, names):
        of = self.value(node.value, names)
        if isinstance(of, Module) and f"{of.name}.{node.attr}" in _MODULES:
            return Module(f"{of.name}.{node.attr}")
        if isinstance(of, Module) and of.name == "torch.distributed" and node.attr == "ReduceOp":
            return Module("ReduceOp")
        if isinstance(of, Module) and of.name == "ReduceOp":
            return f"ReduceOp.{node.attr}"
        raise Unclear

    def _value_of_Compare(self, node, names):
        values = [self.value(part, names) for part in [node.left, *node.comparators]]
        if len(values) != 2 or not all(is_number(v) for v in values):
            raise Unclear
        compare = ORDERINGS.get(type(node.ops[0]))
        if compare is None:
            raise Unclear
        return compare(*values)

    def _value_of_BoolOp(self, node, names):
        is_and = isinstance(node.op, ast.And)
        for part in node.values:
            if self._is_true(part, names) != is_and:
                return not is_and
        return is_and

    def _value_of_UnaryOp(self, node, names):
        value = self.value(node.operand, names)
        if isinstance(node.op, ast.Not) and is_plain(value):
            return not value
        if isinstance(node.op, ast.USub) and is_number(value):
            return -value
        raise Unclear

    def _value_of_BinOp(self, node, names):
        left, right = self.value(node.left, names), self.value(node.right, names)
        kind = type(node.op).__name__
        if all(isinstance(v, int) for v in (left, right)):
            compute = _COMPUTE.get(type(node.op))
            if compute is None or (kind in ("Mod", "FloorDiv") and right == 0):
                raise Unclear
            return compute(left, right)
        return self.torch.tensor(kind, [left, right], {})

    def _value_of_Call(self, node, names):
        if any(isinstance(a, ast.Starred) for a in node.args):
            raise Unclear
        if any(k.arg is None for k in node.keywords):
            raise Unclear
        f = node.func
        if not isinstance(f, (ast.Name, ast.Attribute)):
            raise Unclear
        of = self.value(f.value, names) if isinstance(f, ast.Attribute) else None
        arguments = [self.value(a, names) for a in node.args]
        options = {k.arg: self.value(k.value, names) for k in node.keywords}
        if isinstance(f, ast.Name):
            return self._call_by_name(f.id, names, arguments, options)
        if of == Module("torch.distributed"):
            return self.torch.distributed(f.attr, arguments, options)
        if of == Module("torch") and f.attr in MAKES:
            return self.torch.new_tensor(f.attr, arguments, options)
        if of == Module("torch") and f.attr in COMPUTES:
            return self.torch.tensor(f.attr, arguments, options)
        if isinstance(of, Tensor) and f.attr in METHODS:
            return self.torch.tensor(f.attr, [of, *arguments], options)
        if isinstance(of, Work) and f.attr == "wait" and not arguments and not options:
            return None
        raise Unclear

    def _call_by_name(self, name, names, arguments, options):
        if name == "print" and name not in self.globals and not options:
            return None
        if name == "range" and name not in self.globals and not options:
            if 0 < len(arguments) < 3 and all(isinstance(a, int) for a in arguments):
                return range(*arguments)
        function = self.globals.get(name)
        if name in names and names is not self.globals or options:
            raise Unclear
        if not isinstance(function, ast.FunctionDef):
            raise Unclear
        parameters = [p.arg for p in function.args.args]
        if len(parameters) != len(arguments):
            raise Unclear
        own = dict(zip(parameters, arguments))
        if _assigned(function) & self.globals.keys() - own.keys():
            raise Unclear
        try:
            self.run(function.body, own)
        except _Return as returned:
            return returned.value
        return None


def _assigned(function):
    names = (n for n in ast.walk(function) if isinstance(n, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


_COMPUTE = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Mod: lambda a, b: a % b,
    ast.FloorDiv: lambda a, b: a // b,
}
