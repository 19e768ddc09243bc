"""Folds expressions whose value follows from the program's text."""

import ast
import copy
import math
import operator

from gridlock_minimizer.syntax.effects import is_never_none, is_pure, is_simple
from gridlock_minimizer.syntax.tree import COMPREHENSIONS, Substitution, names, nodes

_BINARY = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
}  # fmt: skip
ORDERINGS = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
_COMPARE = ORDERINGS | {
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
_CALLS = {"bool": bool, "len": len, "int": int, "float": float, "str": str}
UNKNOWN = object()


class Folding(ast.NodeTransformer):
    """Folds expressions. `constants` has the expressions of globals that are bound once."""

    def __init__(self, constants):
        self.constants = constants

    def literal(self, node):
        """Returns the literal that a node stands for, if it is known; otherwise the node itself."""
        if isinstance(node, ast.Name) and node.id in self.constants:
            return self.literal(self.constants[node.id])
        return node

    def value(self, node):
        node = self.literal(node)
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, (ast.Tuple, ast.List, ast.UnaryOp, ast.Dict, ast.Set)):
            try:
                return ast.literal_eval(node)
            except ValueError:
                return UNKNOWN
        return UNKNOWN

    def truth(self, test):
        """Returns whether a condition is true, false or UNKNOWN. `x and False` is false for every
        x."""
        value = self.value(test)
        if value is not UNKNOWN:
            return bool(value)
        if isinstance(test, ast.BoolOp) and all(map(is_pure, test.values)):
            decides, parts = isinstance(test.op, ast.Or), [*map(self.truth, test.values)]
            if decides in parts:
                return decides
            return UNKNOWN if UNKNOWN in parts else not decides
        return UNKNOWN

    def _apply(self, node, function, *operands):
        values = [self.value(operand) for operand in operands]
        if any(value is UNKNOWN for value in values):
            return node
        try:
            result = function(*values)
        except Exception:  # the code also raises at run time
            return node
        plain = isinstance(result, (bool, int, str, type(None)))
        finite = isinstance(result, float) and math.isfinite(result)  # infinity has no literal
        return ast.Constant(result) if plain or finite else node

    def visit_Compare(self, node):
        node = self.generic_visit(node)
        if len(node.ops) != 1:
            return node
        operation, right = node.ops[0], node.comparators[0]
        is_none = isinstance(operation, ast.Is) and self.value(right) is None
        if is_none and is_never_none(self.literal(node.left)):
            return ast.Constant(False)
        choice = self.literal(node.left)
        if isinstance(choice, ast.IfExp):
            return self._compare_choice(node, choice)
        return self._apply(node, _COMPARE[type(operation)], node.left, right)

    def _compare_choice(self, node, choice):
        """Folds (a if test else b) == c with known a, b and c. The result is True, False, test or
        not test."""
        function, right = _COMPARE[type(node.ops[0])], node.comparators[0]
        sides = [self._apply(node, function, side, right) for side in (choice.body, choice.orelse)]
        if any(side is node or not isinstance(side.value, bool) for side in sides):
            return node
        if sides[0].value == sides[1].value:
            return sides[0] if is_pure(choice.test) else node
        if not isinstance(self.literal(choice.test), ast.Compare):
            return node  # any value can be true, not only True
        test = copy.deepcopy(choice.test)
        return test if sides[0].value else ast.UnaryOp(ast.Not(), test)

    def visit_BinOp(self, node):
        node = self.generic_visit(node)
        if type(node.op) not in _BINARY:
            return node
        return self._apply(node, _BINARY[type(node.op)], node.left, node.right)

    def visit_UnaryOp(self, node):
        node = self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            return self._apply(node, operator.not_, node.operand)
        return node

    def visit_BoolOp(self, node):
        """Drops known operands that do not decide the result, and all operands after one that does.
        Keeps the last operand, because it may be the value of the whole expression."""
        node = self.generic_visit(node)
        decides = isinstance(node.op, ast.Or)
        left = []
        for operand in node.values:
            value = self.value(operand)
            last = operand is node.values[-1]
            if value is UNKNOWN or last or bool(value) == decides:
                left.append(operand)
            if value is not UNKNOWN and bool(value) == decides:
                break
        node.values = left
        return left[0] if len(left) == 1 else node

    def visit_IfExp(self, node):
        node = self.generic_visit(node)
        holds = self.truth(node.test)
        if holds is UNKNOWN:
            return node
        return node.body if holds else node.orelse

    def visit_If(self, node):
        node = self.generic_visit(node)
        holds = self.truth(node.test)
        node.test = node.test if holds is UNKNOWN else ast.Constant(holds)
        return node

    def visit_Subscript(self, node):
        node = self.generic_visit(node)
        table, key = self.literal(node.value), self.value(node.slice)
        if isinstance(table, ast.Dict) and key is not UNKNOWN and isinstance(node.ctx, ast.Load):
            return _entry(table, key, node)
        if isinstance(node.value, ast.List) and key == 0:
            return _first(node.value) or node
        return node

    def visit_ListComp(self, node):
        node = self.generic_visit(node)
        for at in reversed(range(len(node.generators))):
            if isinstance(node, ast.ListComp) and _only_value(node.generators[at]):
                node = _without_loop(node, at) or node
        return node

    def visit_Starred(self, node):
        """Turns *(… for …) into *[… for …]."""
        if isinstance(node.value, ast.GeneratorExp):
            node.value = ast.ListComp(node.value.elt, node.value.generators)
        return self.generic_visit(node)

    def visit_List(self, node):
        node = self.generic_visit(node)
        node.elts = _unpacked(node.elts)
        return node

    def visit_JoinedStr(self, node):
        """Turns constants in an f-string into text."""
        node = self.generic_visit(node)
        for at, part in enumerate(node.values):
            plain = isinstance(part, ast.FormattedValue) and part.conversion == -1
            if plain and not part.format_spec and isinstance(part.value, ast.Constant):
                node.values[at] = ast.Constant(str(part.value.value))
        return node

    def visit_Call(self, node):
        node = self.generic_visit(node)
        node.args = _unpacked(node.args)
        function = node.func.id if isinstance(node.func, ast.Name) else ""
        if function in _CALLS and len(node.args) == 1 and not node.keywords:
            return self._apply(node, _CALLS[function], *node.args)
        if function == "list" and [*map(type, node.args)] in ([ast.List], [ast.ListComp]):
            return node.args[0]
        if function == "dict" and len(node.args) == 1 and isinstance(node.args[0], ast.Dict):
            return node.args[0]
        if function == "next" and len(node.args) == 1:
            return _first_gone_over(node.args[0]) or node
        return node


def _unpacked(elements):
    """Turns f(*[a, b]) into f(a, b)."""
    return [
        part
        for e in elements
        for part in (e.value.elts if isinstance(e, ast.Starred) and isinstance(e.value, ast.List) else [e])
    ]  # fmt: skip


def _first(held):
    """Returns the first element of a list; None if the evaluation of another element has an
    effect."""
    if not held.elts or isinstance(held.elts[0], ast.Starred) or not all(map(is_pure, held.elts[1:])):
        return None
    return held.elts[0]


def _first_gone_over(iterator):
    """Returns the first element of an iterator over a list, such as `a` for `iter([a, b])`."""
    is_iter = isinstance(iterator, ast.Call) and ast.unparse(iterator.func) == "iter"
    held = iterator.args[0] if is_iter and len(iterator.args) == 1 else None
    return _first(held) if isinstance(held, ast.List) else None


def _without_loop(node, at):
    """Unrolls the loop with index `at` of a comprehension. The loop must have one iteration.
    Returns None if names could clash."""
    loop, later = node.generators[at], node.generators[at + 1 :]
    one = _only_value(loop)
    bound = {n for g in later for n in names(g.target)}
    if loop.target.id in bound or bound & set(names(one)):
        return None
    inside = [node.elt, *(part for g in later for part in (g.iter, *g.ifs))]
    if any(nodes(inside, (ast.Lambda, *COMPREHENSIONS))):
        return None
    table = Substitution({loop.target.id: one})
    node.elt = table.visit(node.elt)
    node.generators[at : at + 1] = []
    for g in node.generators[at:]:
        g.iter, g.ifs = table.visit(g.iter), [table.visit(test) for test in g.ifs]
    return node if node.generators else ast.List([node.elt], ast.Load())


def _only_value(loop):
    """Returns the value of the loop variable if the loop has one iteration; None for other
    loops."""
    if not isinstance(loop.target, ast.Name) or loop.ifs or loop.is_async:
        return None
    if ast.unparse(loop.iter) == "range(1)":
        return ast.Constant(0)
    held = loop.iter.elts if isinstance(loop.iter, (ast.List, ast.Tuple)) else []
    return held[0] if len(held) == 1 and is_simple(held[0]) else None


def _entry(table, key, otherwise):
    for known, value in zip(table.keys, table.values):
        if not isinstance(known, ast.Constant):
            return otherwise
        if known.value == key:
            return copy.deepcopy(value)
    return otherwise

