"""What can be left out of an expression: keywords, a last argument, elements of lists and
dictionaries, operands of and/or, decorators."""

import ast

from gridlock_minimizer.passes.calls import functions
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import callee, expressions, label, size
from gridlock_minimizer.syntax.rewriting import dropped
from gridlock_minimizer.syntax.tree import DEFINITIONS, nodes, walk

# Functions from elsewhere whose last argument may be left out, or is one of several of a kind. Most
# others need all that they are given.
_LAST_MAY_GO = {
    "Linear", "Sequential", "all_gather", "all_reduce", "amax", "amin", "any", "all", "arange",
    "argmax", "barrier", "cat", "chain", "cumsum", "device", "empty", "flatten", "get_rank",
    "get_world_size", "init_process_group", "log_softmax", "max", "mean", "min", "new_group", "norm",
    "ones", "pow", "rand", "randn", "reduce", "softmax", "squeeze", "std", "sum", "wait", "zeros",
}  # fmt: skip


def pieces(script):
    found = [_piece([(d, dropped)], d, "") for d in _decorators(script.tree)]
    own = _Own(script.tree)
    for expression, _, place in expressions(script.tree):
        for parts in _optional(expression, own):
            found.append(
                _piece([(part, dropped) for part in parts], parts[-1], label(expression, place))
            )
    return found


def _piece(edits, node, where):
    text = ast.unparse(node)
    return Piece(
        [Alternative(edits)], weight=sum(size(n) for n, _ in edits), name=f"{where} without {text}"
    )


def _decorators(tree):
    for node in walk(tree):
        if isinstance(node, DEFINITIONS):
            yield from node.decorator_list


def _optional(e, own):
    """Each: nodes that go together."""
    if isinstance(e, ast.Call):
        yield from ([k] for k in e.keywords if own.may_go(e, k))
        if e.args and own.may_go(e, e.args[-1]):
            yield [e.args[-1]]
    elif isinstance(e, (ast.List, ast.Set)) and len(e.elts) > 1:
        yield from ([part] for part in e.elts)
    elif isinstance(e, ast.BoolOp):
        yield from ([part] for part in e.values)
    elif isinstance(e, ast.Dict):
        yield from ([k, v] for k, v in zip(e.keys, e.values) if k is not None)


class _Own:
    """Knows the functions of the script: what they need, their parameters decide."""

    def __init__(self, tree):
        self.called = {id(c): f for f in functions(tree) for c in f.calls}
        self.defined = {d.name for d in nodes(tree, DEFINITIONS)}

    def may_go(self, call, argument):
        function = self.called.get(id(call))
        if function is None:
            is_last = callee(call) in self.defined | _LAST_MAY_GO
            return isinstance(argument, ast.keyword) or is_last
        a = function.node.args
        last = [p.arg for p in a.args[len(a.args) - len(a.defaults) :]] if a.defaults else []
        last += [p.arg for p, default in zip(a.kwonlyargs, a.kw_defaults) if default]
        if isinstance(argument, ast.keyword):
            return argument.arg in last or a.kwarg is not None
        at = len(call.args) - 1 + function.given
        return at >= len(a.args) or a.args[at].arg in last
