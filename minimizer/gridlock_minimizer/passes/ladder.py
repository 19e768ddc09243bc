"""Reduces the part of the compiler that is used. First proposes to remove torch.compile. Then
replaces higher backends with eager, aot_eager or aot_eager_decomp_partition."""

import ast

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import expressions, label
from gridlock_minimizer.syntax.rewriting import dropped, put, replaced_by
from gridlock_minimizer.syntax.tree import DEFINITIONS, walk

RUNGS = ("eager", "aot_eager", "aot_eager_decomp_partition", "inductor")


def pieces(script):
    found, seen = [], set()
    for node, edits in _compiles(script.tree):
        call = node if isinstance(node, ast.Call) else None
        backend = _backend(call)
        lower = _lower(node, backend) if isinstance(backend, (str, type(None))) else []
        alternatives = [Alternative(edits, "not compiled", takes_users=False), *lower]
        found.append(Piece(alternatives, name=f"compile {ast.unparse(node)}"))
        seen |= {id(n) for n in walk(node)} if call else set()
    for e, _, place in expressions(script.tree):
        if isinstance(e, ast.Constant) and e.value in RUNGS[1:] and id(e) not in seen:
            found.append(Piece(_rungs_below(e, e.value), name=label(e, place)))
    return found


def _compiles(tree):
    """Yields torch.compile(x) and equivalent forms, each with edits that undo it."""
    statements = {id(s.value): s for s in walk(tree) if isinstance(s, ast.Expr)}
    decorators = {id(d) for n in walk(tree) if isinstance(n, DEFINITIONS) for d in n.decorator_list}
    for node in walk(tree):
        if id(node) in decorators:
            if ast.unparse(node.func if isinstance(node, ast.Call) else node) == "torch.compile":
                yield node, [(node, dropped)]
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "compile"
        ):
            if ast.unparse(node.func.value) == "torch" and node.args:
                yield node, [(node, replaced_by(node.args[0]))]
            elif id(node) in statements and not node.args:
                yield node, [(statements[id(node)], dropped)]


def _backend(call):
    """Returns the name of the call's backend. Returns None for the default backend, and the
    expression if the name is computed."""
    given = next((k.value for k in call.keywords if k.arg == "backend"), None) if call else None
    return given.value if isinstance(given, ast.Constant) else given


def _lower(node, backend):
    """Returns alternatives with lower backends. `node` may be a decorator that names torch.compile
    without calling it."""
    if backend not in RUNGS + (None,):
        return []
    keywords = node.keywords if isinstance(node, ast.Call) else []
    given = next((k.value for k in keywords if k.arg == "backend"), None)
    if given is not None:
        return _rungs_below(given, backend)
    return [
        Alternative(
            [(node, _with_backend(node, rung))], rung, takes_children=False, takes_users=False
        )
        for rung in RUNGS[:-1]
    ]


def _with_backend(node, rung):
    keyword = ast.keyword("backend", ast.Constant(rung))

    def edit(rewriting):
        new = rewriting.inside(node)
        if isinstance(new, ast.Call):
            return ast.Call(new.func, new.args, [keyword, *new.keywords])
        return ast.Call(new, [], [keyword])

    return edit


def _rungs_below(node, rung):
    return [
        Alternative(
            [(node, put(ast.Constant(lower)))], lower, takes_children=False, takes_users=False
        )
        for lower in RUNGS[: RUNGS.index(rung)]
    ]
