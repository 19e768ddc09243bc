"""Drops parts of an expression: keyword arguments, a last argument, elements of lists and
dictionaries, operands of and/or, decorators."""

import ast

from gridlock_minimizer.passes.calls import functions
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import callee, expressions, imported_names, label, root, size
from gridlock_minimizer.syntax.rewriting import dropped
from gridlock_minimizer.syntax.tree import DEFINITIONS, nodes, walk

# Functions outside the script whose last argument may be left out, with the number of arguments
# that each needs. A method call needs one less, because its object is the first argument. All other
# functions need all of their arguments.
_NEEDED = {
    "Linear": 2, "Sequential": 0, "all": 1, "all_gather": 2, "all_reduce": 1, "amax": 1, "amin": 1,
    "any": 1, "arange": 1, "argmax": 1, "barrier": 0, "cat": 1, "chain": 0, "cumsum": 2,
    "device": 1, "empty": 1, "flatten": 1, "get_rank": 0, "get_world_size": 0,
    "init_process_group": 0, "log_softmax": 1, "max": 1, "mean": 1, "min": 1, "new_group": 0,
    "norm": 1, "ones": 1, "pow": 2, "rand": 1, "randn": 1, "reduce": 2, "softmax": 1, "squeeze": 1,
    "std": 1, "sum": 1, "wait": 0, "zeros": 1,
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
    """Yields lists of nodes that can be dropped together."""
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
    """The functions of the script. Their parameters determine which arguments a call needs."""

    def __init__(self, tree):
        self.called = {id(c): f for f in functions(tree) for c in f.calls}
        self.defined = {d.name for d in nodes(tree, DEFINITIONS)}
        self.imported = imported_names(tree)

    def may_go(self, call, argument):
        function = self.called.get(id(call))
        if function is None:
            return isinstance(argument, ast.keyword) or self._has_spare(call)
        a = function.node.args
        last = [p.arg for p in a.args[len(a.args) - len(a.defaults) :]] if a.defaults else []
        last += [p.arg for p, default in zip(a.kwonlyargs, a.kw_defaults) if default]
        if isinstance(argument, ast.keyword):
            return argument.arg in last or a.kwarg is not None
        at = len(call.args) - 1 + function.given
        return at >= len(a.args) or a.args[at].arg in last

    def _has_spare(self, call):
        """Returns whether the call has more arguments than _NEEDED requires. Returns False if
        _NEEDED has no such function, or if the script defines a function of this name."""
        name = callee(call)
        is_method = isinstance(call.func, ast.Attribute) and root(call.func) not in self.imported
        needed = 0 if name in self.defined else _NEEDED.get(name)
        return needed is not None and len(call.args) > needed - is_method
