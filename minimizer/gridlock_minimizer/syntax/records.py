"""Finds classes that only declare fields: named tuples and dataclasses."""

import ast

from gridlock_minimizer.syntax.tree import names

_DATACLASS = {"dataclass", "dataclasses.dataclass", "dataclass()", "dataclasses.dataclass()"}
_UNCLEAR = {"ClassVar", "InitVar", "KW_ONLY"}


def is_record(node):
    bases = [ast.unparse(b) for b in node.bases]
    decorators = [ast.unparse(d) for d in node.decorator_list]
    if bases in (["NamedTuple"], ["typing.NamedTuple"]):
        return not decorators
    return not bases and len(decorators) == 1 and decorators[0] in _DATACLASS


def fields(node):
    """Returns the statements that declare the fields."""
    return [s for s in node.body if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)]


def record(node):
    """Returns a function with the parameters of the record's constructor. Returns None if the class
    is not a plain record."""
    has_init = any(getattr(s, "name", "") in ("__init__", "__new__") for s in node.body)
    if not is_record(node) or has_init:
        return None
    made = ast.parse("def __init__(self): pass").body[0]
    for s in fields(node):
        special = isinstance(s.value, ast.Call) and any(
            k.arg != "default_factory" for k in s.value.keywords
        )
        if special or _UNCLEAR & set(names(s.annotation)):
            return None
        made.args.args.append(ast.arg(s.target.id))
        if s.value is not None:
            made.args.defaults.append(s.value)
    return made
