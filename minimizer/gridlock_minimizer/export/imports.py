"""Handles the imports of a module that is linked with others. Finds the imports that cannot simply
be removed."""

import ast
import copy

from gridlock_minimizer.syntax.tree import (
    DEFINITIONS,
    FUNCTIONS,
    IMPORTS,
    defined_by,
    names,
    nodes,
)

_MEANT = "@="  # prefix that marks names of the program among the names of a module


def alias_of(a):
    return (a.asname or a.name).split(".")[0]


def is_dotted(a):
    """Returns whether the import has the form `import a.b`, which binds a and not a.b."""
    return "." in a.name and not a.asname


def at_top(tree):
    """Returns the imports outside functions."""
    inside = {s for f in nodes(tree, FUNCTIONS) for s in nodes(f, IMPORTS)}
    return [s for s in nodes(tree, IMPORTS) if s not in inside]


def bound_otherwise(statement):
    """Returns the global names that a top-level statement of a module binds, except by imports."""
    if isinstance(statement, DEFINITIONS) or not any(nodes(statement, IMPORTS)):
        return defined_by(statement)
    without = Replaced({}).visit(copy.deepcopy(statement))
    return defined_by(without) if isinstance(without, ast.AST) else set()


def contested(tree, own):
    """Returns the names that imports bind and that may have a second meaning in the module. The
    second meaning may be a name in `own` (which the module binds by other statements), another
    import, a local name, or the fallback for a failed import."""
    meanings = {}
    for s in nodes(tree, IMPORTS):
        for a in s.names:
            meanings.setdefault(alias_of(a), set()).add(_meaning(s, a))
    found = {name for name, several in meanings.items() if name in own or len(several) > 1}
    for function in nodes(tree, FUNCTIONS):
        stored = set(names(function, ast.Store))
        found |= stored & {alias_of(a) for s in nodes(function, IMPORTS) for a in s.names}
    may_fail = [s for t in nodes(tree, ast.Try) for s in nodes(t, IMPORTS) if s in at_top(tree)]
    return found | {alias_of(a) for s in may_fail for a in s.names if not is_dotted(a)}


def _meaning(statement, a):
    if isinstance(statement, ast.ImportFrom):
        return statement.module, a.name
    return None, a.name if a.asname else a.name.split(".")[0]


def reads_builtin(body, name):
    """Returns whether a module that binds the name of a builtin may read the builtin before it
    binds the name."""
    for s in body:
        if name in names(s) or name == getattr(s, "name", None):
            plain = isinstance(s, ast.Assign) and name not in names(s, ast.Load)
            return not plain and not (isinstance(s, DEFINITIONS) and s.name == name)
    return True


def assignment(new, meant):
    """Returns the statement `new = meant`, in which `meant` is a name of the program and `new` a
    name of the module."""
    return ast.Assign([ast.Name(new, ast.Store())], ast.Name(_MEANT + meant, ast.Load()))


class Replaced(ast.NodeTransformer):
    """Removes imports. `meant` has {(statement, alias): name in the program} for imports that
    become assignments. None in place of the name means that the import is kept."""

    def __init__(self, meant):
        self.meant = meant

    def visit_Import(self, node):
        new = []
        for a in node.names:
            if (node, a) in self.meant:
                meant = self.meant[node, a]
                new.append(assignment(alias_of(a), meant) if meant else single(node, a))
        return new

    visit_ImportFrom = visit_Import

    def generic_visit(self, node):
        node = super().generic_visit(node)
        if isinstance(getattr(node, "body", None), list) and not node.body:
            node.body = [ast.Pass()]
        return node


def single(statement, a):
    """Returns the import of one alias."""
    if isinstance(statement, ast.Import):
        return ast.Import([a])
    return ast.ImportFrom(statement.module, [a], statement.level)


class Meant(ast.NodeTransformer):
    """Turns the names that assignment() marked into names of the program. Runs after a module's own
    names are renamed."""

    def visit_Name(self, node):
        return ast.Name(node.id.removeprefix(_MEANT), node.ctx)
