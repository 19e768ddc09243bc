"""Drops values that no call reads: results of top-level functions, and elements of a returned
tuple. Code that only computes such a value is kept; other passes remove it."""

import ast

from gridlock_minimizer.passes.calls import functions
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.effects import is_pure
from gridlock_minimizer.syntax.rewriting import dropped, put
from gridlock_minimizer.syntax.tree import FUNCTIONS, names, nodes, walk


def pieces(script):
    tops = {d.name: d for d in script.tree.body if isinstance(d, ast.FunctionDef)}
    statements = {
        id(s.value): s for s in walk(script.tree) if isinstance(s, (ast.Expr, ast.Assign))
    }
    empty = {name for name, d in tops.items() if not _values(d)}
    found = []
    for function in functions(script.tree):
        node = function.node
        if tops.get(function.name) is not node or node.decorator_list or _is_generator(node):
            continue
        found += _unread(function, statements, script.tree)
        found += _of_nothing(node, empty)
    return found


def _unread(function, statements, tree):
    """Proposes to drop elements that no call reads or, if no call reads any, the whole result."""
    returns = _returns(function.node)
    uses = [statements.get(id(call)) for call in function.calls]
    if not returns or any(r.value is None for r in returns) or None in uses:
        return []
    if all(isinstance(use, ast.Expr) for use in uses):
        edits = [(r, _only_computed(r.value)) for r in returns]
        return [_piece(function, "result", edits)]
    sizes = {len(r.value.elts) if isinstance(r.value, ast.Tuple) else None for r in returns}
    targets = [use.targets[0] for use in uses if isinstance(use, ast.Assign)]
    sizes |= {len(t.elts) if isinstance(t, ast.Tuple) else None for t in targets}
    if len(sizes) != 1 or None in sizes or any(isinstance(use, ast.Expr) for use in uses):
        return []
    [size] = sizes
    return [
        _piece(function, f"result {at}", _without(at, returns, targets))
        for at in range(size)
        if all(_is_unread(t.elts[at], tree) for t in targets)
    ]


def _is_unread(target, tree):
    return isinstance(target, ast.Name) and target.id not in names(tree, (ast.Load, ast.Del))


def _without(at, returns, targets):
    edits = []
    for r in returns:
        left = [e for k, e in enumerate(r.value.elts) if k != at]
        edits.append((r, _returning(r.value.elts[at], left)))
    for target in targets:
        left = [e for k, e in enumerate(target.elts) if k != at]
        edits.append((target, put(_joined(left, ast.Store))))
    return edits


def _returning(gone, left):
    def edit(rewriting):
        new = ast.Return(_joined([rewriting(e) for e in left], ast.Load))
        return [new] if is_pure(gone) else [ast.Expr(rewriting(gone)), new]

    return edit


def _joined(parts, context):
    return parts[0] if len(parts) == 1 else ast.Tuple(parts, context())


def _only_computed(value):
    """Returns the statements that compute the value without returning it. Keeps a plain return,
    because it may leave the function early."""
    if is_pure(value):
        return lambda rewriting: [ast.Return(None)]
    return lambda rewriting: [ast.Expr(rewriting(value)), ast.Return(None)]


def _of_nothing(node, empty):
    """Turns return f() into f() if f returns nothing. Drops a plain return at the end of a
    function."""
    found = []
    for r in _returns(node):
        name = r.value.func.id if _is_call_by_name(r.value) else None
        if name in empty and name != node.name:
            found.append(
                _piece_of(f"{node.name}: {ast.unparse(r)}", [(r, _only_computed(r.value))])
            )
    last = node.body[-1]
    if isinstance(last, ast.Return) and last.value is None:
        found.append(_piece_of(f"{node.name}: last return", [(last, dropped)]))
    return found


def _is_call_by_name(value):
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name)


def _piece(function, name, edits):
    return _piece_of(f"{function.name}: {name}", edits)


def _piece_of(name, edits):
    return Piece([Alternative(edits, "unread", takes_users=False)], name=name)


def _returns(node):
    """Returns the return statements of the function itself, without those of nested functions."""
    inner = {id(r) for f in nodes(node.body, FUNCTIONS) for r in nodes(f, ast.Return)}
    return [r for r in nodes(node.body, ast.Return) if id(r) not in inner]


def _values(node):
    return [r for r in _returns(node) if r.value is not None] or _is_generator(node)


def _is_generator(node):
    return any(True for _ in nodes(node.body, (ast.Yield, ast.YieldFrom)))
