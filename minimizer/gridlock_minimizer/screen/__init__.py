"""Checks scripts statically: finds reasons why a script cannot work, without running it.

The checks never refuse a script that works. If the text does not decide whether the script works,
the script passes.
"""

from gridlock_minimizer.screen import attributes, binding_order, calls, names
from gridlock_minimizer.screen.classes import Classes


def refusal(tree):
    """Returns one line that states why the script cannot work, or "" if no reason is found. `tree`
    is the result of ast.parse()."""
    why = names.refusal(tree) or binding_order.refusal(tree)
    if why:
        return why
    classes = Classes(tree)
    return attributes.refusal(tree, classes) or calls.refusal(tree, classes)
