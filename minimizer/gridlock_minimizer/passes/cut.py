"""Cuts lowered code before the failure: a value becomes a generated tensor of the same shape, and
the code that only computed the value is dropped."""

import ast

from gridlock_minimizer.passes.shapes import (
    dtype_and_sizes,
    is_floating,
    lowered,
    piece,
    shape_of,
    with_value,
)

_GENERATORS = ("torch.randn", "torch.rand", "torch.zeros", "torch.ones")


def pieces(script):
    return [
        piece(function, s, [("generated", with_value(function, s, _generated(shape_of(s))))])
        for function in lowered(script.tree)
        for s in function.statements
        if not _is_generated(s.value)
    ]


def _generated(shape):
    """Returns an expression that generates a tensor. Integers are zeros, because they are often
    indices and zero is valid in any dimension."""
    dtype, sizes = dtype_and_sizes(shape)
    kind = "randn" if is_floating(shape) else "ones" if dtype == "torch.bool" else "zeros"
    dtype = f", dtype={dtype}" if dtype else ""
    return ast.parse(f"torch.{kind}({sizes or '()'}{dtype})", mode="eval").body


def _is_generated(value):
    return isinstance(value, ast.Call) and ast.unparse(value.func) in _GENERATORS
