"""Names as a reader would have chosen them: model_1 becomes model where that is free."""

import re

from gridlock_minimizer.syntax.local_names import renamed
from gridlock_minimizer.syntax.scopes import SCOPES, bound_in
from gridlock_minimizer.syntax.tree import FUNCTIONS, names, nodes, parameters


def shorten_names(tree):
    """Of all locals."""
    for scope in nodes(tree, SCOPES):
        for name in sorted(bound_in(scope)):
            short = re.sub(r"(_\d+)+$", "", name)
            if short and short != name and short not in _mentioned(scope):
                renamed(name, short, [scope])
    return tree


def _mentioned(scope):
    inside = [p.arg for f in nodes(scope, FUNCTIONS) for p in parameters(f)]
    return {*names(scope), *inside, getattr(scope, "name", "")}
