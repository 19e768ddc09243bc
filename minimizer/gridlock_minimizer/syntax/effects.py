"""Decides which expressions may be left out, copied or moved."""

import ast

from gridlock_minimizer.syntax.tree import COMPREHENSIONS

# Functions whose calls only make a value. Other modules may add names to this set.
PURE_CALLS = {
    "bool", "dict", "float", "frozenset", "int", "len", "list", "range", "set", "str", "tuple",
    "datetime.timedelta", "torch.device", "pathlib.Path", "os.environ.get", "os.getenv",
}  # fmt: skip


def is_pure(expression):
    """Returns whether leaving out the expression has no effect."""
    for node in ast.walk(expression):
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)):
            return False
        if isinstance(node, ast.Call) and ast.unparse(node.func) not in PURE_CALLS:
            return False
    return True


def is_atom(expression, is_fixed):
    """Returns whether the expression has the same value everywhere. Such an expression is a
    constant, a name for which is_fixed(name) holds, an attribute of such a name, or a tuple of such
    expressions."""
    if isinstance(expression, ast.Constant):
        return True
    if isinstance(expression, ast.UnaryOp):
        return is_atom(expression.operand, is_fixed)
    if isinstance(expression, ast.Name):
        return is_fixed(expression.id)
    if isinstance(expression, ast.Attribute):
        return isinstance(expression.value, (ast.Name, ast.Attribute)) and is_atom(
            expression.value, is_fixed
        )
    if isinstance(expression, ast.Tuple):
        return all(is_atom(e, is_fixed) for e in expression.elts)
    return False


def is_simple(expression):
    """Returns whether the expression may be evaluated twice, or a little later."""
    if isinstance(expression, (ast.Name, ast.Constant)):
        return True
    if isinstance(expression, ast.Attribute):
        return is_simple(expression.value)
    return isinstance(expression, (ast.Tuple, ast.List)) and all(map(is_simple, expression.elts))


def is_never_none(expression):
    if isinstance(expression, ast.Constant):
        return expression.value is not None
    made = (ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Lambda, ast.JoinedStr)
    return isinstance(expression, made + COMPREHENSIONS)
