"""Replaces an expression with one of its parts. A call becomes an argument or its object, an
operation becomes one operand, and a comprehension becomes its iterable."""

import ast
import builtins

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import callee, expressions, imported_names, label, root, size
from gridlock_minimizer.syntax.rewriting import put, replaced_by
from gridlock_minimizer.syntax.tree import walk

# Builtins whose result is of another kind than their arguments. A call of such a builtin cannot be
# replaced with an argument.
_KEPT = set(dir(builtins)) - {"list", "tuple", "sorted"}
_NO_VALUE = (ast.Constant, ast.Lambda, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.JoinedStr, ast.Starred,
             ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)  # fmt: skip


def pieces(script):
    finder = _Finder(script.tree)
    numbers, found = {}, []
    for expression, parent, place in expressions(script.tree):
        above = numbers.get(id(parent), -1)
        numbers[id(expression)] = above
        options = list({ast.dump(new): new for new in finder.simpler(expression, parent)}.values())
        if options:
            alternatives = [_alternative(expression, new) for new in options]
            numbers[id(expression)] = len(found)
            found.append(
                Piece(alternatives, above, size(expression), name=label(expression, place))
            )
        for part in ast.iter_child_nodes(expression):
            if not isinstance(part, ast.expr):
                numbers[id(part)] = numbers[id(expression)]
    return found


def _alternative(old, new):
    is_part = any(new is part for part in walk(old))
    edit = replaced_by(new) if is_part else put(new)
    return Alternative(
        [(old, edit)], "to " + ast.unparse(new), takes_children=not is_part, takes_users=False
    )


class _Finder:
    def __init__(self, tree):
        self.imported = imported_names(tree)
        self.numbers = {
            t.id
            for s in tree.body if isinstance(s, ast.Assign) and isinstance(s.value, ast.Constant)
            for t in s.targets if isinstance(t, ast.Name)
        }  # fmt: skip

    def simpler(self, e, parent):
        """Returns at most two replacements, the likelier first."""
        if isinstance(e, ast.Call):
            return [] if isinstance(parent, ast.Expr) else self._of_call(e)
        if isinstance(e, ast.BinOp):
            return [side for side in (e.left, e.right) if not isinstance(side, ast.Constant)]
        if isinstance(e, ast.IfExp):
            return [e.body, e.orelse]
        if isinstance(e, ast.UnaryOp):
            # `not x` is kept. The condition x is no simpler, and if the condition selects the
            # control, this change would exchange the script and its control.
            is_opposite = isinstance(e.op, ast.Not)
            return [] if is_opposite or isinstance(e.operand, ast.Constant) else [e.operand]
        if isinstance(e, ast.Subscript):
            return [e.value]
        if isinstance(e, ast.JoinedStr):
            return [ast.Constant("")]
        if isinstance(e, ast.Attribute):
            return self._of_attribute(e, parent)
        if isinstance(e, (ast.ListComp, ast.GeneratorExp)) and len(e.generators) == 1:
            return [e.generators[0].iter]
        return []

    def _of_attribute(self, e, parent):
        """Returns [object] to replace object.attribute, or []. Only replaces an attribute of a call
        or of an item, as f(x).shape, and an attribute of a variable that is passed as an
        argument."""
        is_argument = isinstance(parent, ast.Call) and e is not parent.func
        if isinstance(parent, (ast.Call, ast.Attribute)) and not is_argument:
            return []
        if isinstance(e.value, (ast.Call, ast.Subscript)):
            return [e.value]
        is_variable = root(e) not in self.imported | {None, "self"}
        return [e.value] if is_argument and is_variable else []

    def _of_call(self, call):
        name = callee(call)
        if isinstance(call.func, ast.Name) and name in _KEPT or name == "compile":
            return []
        receiver = []
        if isinstance(call.func, ast.Attribute) and root(call.func) not in self.imported | {"self"}:
            receiver = [call.func.value]
        return (receiver + [a for a in call.args if self._is_value(a)])[:2]

    def _is_value(self, e):
        if isinstance(e, ast.Name) and e.id in self.numbers:
            return False
        if isinstance(e, ast.Attribute):
            return root(e) not in self.imported
        return not isinstance(e, _NO_VALUE)
