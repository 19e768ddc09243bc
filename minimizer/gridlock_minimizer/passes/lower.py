"""Turns modules of libraries into modules of the script, using the graphs that Dynamo captured for
the library modules. The graphs are captured once, from the original script. Annotations show the
shapes of lowered values.

A compiler behind Dynamo eventually receives the graph in ATen operators. If a failure needs that
compiler, ATen operators are proposed first. An operator that the compiler miscompiles is then a
single statement."""

import ast

from gridlock_minimizer.lowering.body import CannotLower
from gridlock_minimizer.lowering.module import definitions
from gridlock_minimizer.passes import ladder
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.rewriting import Rewriting, dropped, put
from gridlock_minimizer.syntax.tree import IMPORTS, defined_by, is_docstring, names, nodes


def pieces(script):
    found, named = [], []
    below_dynamo = _needs_more_than_dynamo(script)
    for unit in script.units:
        named.append(unit.class_name)
        calls = [c for c in nodes(script.tree, ast.Call) if ast.unparse(c) == unit.made_by]
        if not calls or not set(range(script.launch.ranks)) <= unit.ranks():
            continue
        count = named.count(unit.class_name)
        name = f"Lowered{unit.class_name}{count if count > 1 else ''}"
        forms = {"to ATen": unit.in_aten() if below_dynamo else None, "lower": unit}
        changes = [_lowered(script, calls, form, name, to) for to, form in forms.items() if form]
        alternatives = [change for change in changes if change]
        if alternatives:
            found.append(Piece(alternatives, name=unit.made_by))
    return found


def _needs_more_than_dynamo(script):
    """Returns whether the failure needs a compiler behind Dynamo. Otherwise the pass `ladder`,
    which runs earlier, would have left only the backend eager."""
    offered = [a for piece in ladder.pieces(script) for a in piece.alternatives]
    return any(a.name == "eager" for a in offered)


def _lowered(script, calls, unit, class_name, name):
    """Returns the alternative that lowers the unit; None if the unit cannot become part of the
    script."""
    try:
        imports, defined = definitions(unit, class_name)
    except CannotLower:
        return None
    if _bind_otherwise(script.tree.body, imports + defined):
        return None
    new = ast.Call(ast.Name(class_name, ast.Load()), [], [])
    read_before = set(names(script.tree.body, ast.Load))
    return Alternative(
        [(call, put(new)) for call in calls],
        name,
        takes_users=False,
        change_tree=_with(imports, defined, read_before),
    )


def _bind_otherwise(body, new):
    """Returns whether the new statements change the meaning of a name of the script."""
    before, after = _meanings(body), _meanings(new)
    return any(before[name] != after[name] for name in before.keys() & after.keys())


def _meanings(body):
    found = {}
    for s in body:
        for alias in s.names if isinstance(s, IMPORTS) else ():
            whole = f"{getattr(s, 'module', '')}.{alias.name}".lstrip(".")
            root = alias.name.split(".")[0]
            is_root = isinstance(s, ast.Import) and not alias.asname
            found[root if is_root else alias.asname or alias.name] = root if is_root else whole
        if not isinstance(s, IMPORTS):
            found |= dict.fromkeys(defined_by(s), ast.unparse(s))
    return found


def _imported(body):
    """Returns {(module, name, alias)} of all imports."""
    found = set()
    for s in body:
        for alias in s.names if isinstance(s, IMPORTS) else ():
            found.add((getattr(s, "module", ""), alias.name, alias.asname))
            if isinstance(s, ast.Import):  # import a.b as c loads a.b
                found.add(("", alias.name, None))
    return found


def _with(imports, defined, read_before):
    def change(tree):
        body = list(tree.body)
        at = next(
            (i for i, s in enumerate(body) if not isinstance(s, IMPORTS) and not is_docstring(s)),
            len(body),
        )
        known = _imported(body[:at])
        new = [s for s in imports if not _imported([s]) <= known]
        return _without_unread(ast.Module(body[:at] + new + defined + body[at:], []), read_before)

    return change


def _without_unread(tree, read_before):
    """Drops top-level variables that only the call of the library's module read, such as the
    module's configuration."""
    while True:
        gone = read_before - set(names(tree.body, ast.Load))
        edits = [
            (s, dropped)
            for s in tree.body
            if isinstance(s, ast.Assign)
            and all(isinstance(t, ast.Name) and t.id in gone for t in s.targets)
        ]
        if not edits:
            return tree
        tree = Rewriting(edits)(tree)
