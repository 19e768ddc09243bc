"""Finds the libraries that a script imports. Modules of these libraries can be lowered."""

import sys

from gridlock_minimizer.syntax.tree import IMPORTS, nodes

_WITHOUT_MODULES = {"torch", "numpy", "triton"}


def libraries(tree):
    found = set()
    for s in nodes(tree, IMPORTS):
        imported = [a.name for a in s.names] if not hasattr(s, "module") else [s.module or ""]
        found |= {name.split(".")[0] for name in imported}
    return sorted(found - _WITHOUT_MODULES - set(sys.stdlib_module_names) - {""})
