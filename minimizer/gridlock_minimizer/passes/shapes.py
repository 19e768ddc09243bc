"""Finds lowered code. Its statements are annotated with the dtype and shape of their values
(lowering/body.py)."""

import ast
import re
from dataclasses import dataclass

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.rewriting import Rewriting, dropped, put
from gridlock_minimizer.syntax.tree import names, nodes

_SHAPE = re.compile(r"(b8|bf16|[fiu]\d+)\[([\d, ]*)\]")
_DTYPES = {
    "f32": "", "f64": "torch.float64", "f16": "torch.float16", "bf16": "torch.bfloat16",
    "i64": "torch.int64", "i32": "torch.int32", "i16": "torch.int16", "i8": "torch.int8",
    "u8": "torch.uint8", "b8": "torch.bool",
}  # fmt: skip


def shape_of(statement):
    """Returns the annotation of a lowered statement, such as "f32[2, 8]" for x: "f32[2, 8]" = …;
    None for other statements."""
    if not isinstance(statement, ast.AnnAssign) or statement.value is None:
        return None
    text = getattr(statement.annotation, "value", None)
    is_shape = isinstance(text, str) and _SHAPE.fullmatch(text)
    return text if is_shape and isinstance(statement.target, ast.Name) else None


def dtype_and_sizes(shape):
    dtype, sizes = _SHAPE.fullmatch(shape).groups()
    return _DTYPES[dtype], sizes


def is_floating(shape):
    return "f" in shape.split("[")[0]


@dataclass
class Lowered:
    """A function that contains lowered statements."""

    place: str  # "Block.forward"
    body: list
    statements: list


def lowered(tree, place=""):
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            inner = f"{place}.{node.name}".lstrip(".")
            found = list(shaped(node.body)) if isinstance(node, ast.FunctionDef) else []
            if found:
                yield Lowered(inner, node.body, found)
            yield from lowered(node, inner)


def shaped(body):
    for s in body:
        if shape_of(s):
            yield s
        elif isinstance(s, ast.If):
            yield from shaped(s.body + s.orelse)


def piece(function, statement, changes):
    """Returns a piece with an alternative for each (name, change) in `changes`. Each alternative
    also drops the values that are no longer read."""
    read = set(names(function.body, ast.Load))

    def complete(change):
        return lambda tree: _without_unread(change(tree), function.place, read)

    alternatives = [
        Alternative([], name, takes_users=False, change_tree=complete(change))
        for name, change in changes
    ]
    return Piece(alternatives, name=f"{function.place}: {ast.unparse(statement)}")


def _without_unread(tree, place, read):
    while True:
        edits = []
        for function in _at(tree, place):
            gone = read - set(names(function.body, ast.Load))
            edits += [(s, dropped) for s in function.statements if s.target.id in gone]
        if not edits:
            return tree
        tree = Rewriting(edits)(tree)


def with_value(function, statement, value):
    """Returns a change that replaces the value of the statement. The change finds the statement by
    its name, because earlier changes may have replaced its nodes."""
    return _change(function, statement, lambda _, s: [(s.value, put(value))])


def with_name(function, statement, name):
    """Returns a change that replaces the statement's name at each read of the value."""

    def edits(of, found):
        loads = [n for n in nodes(of.body, ast.Name) if n.id == found.target.id]
        new = [(n, put(ast.Name(name, ast.Load()))) for n in loads if n is not found.target]
        return [(found, dropped), *new]

    return _change(function, statement, edits)


def _change(function, statement, edits_of):
    def change(tree):
        return Rewriting(
            [
                edit
                for of in _at(tree, function.place)
                for s in of.statements
                if s.target.id == statement.target.id
                for edit in edits_of(of, s)
            ]
        )(tree)

    return change


def _at(tree, place):
    return [function for function in lowered(tree) if function.place == place]
