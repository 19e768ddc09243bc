"""What can be said against a script without running it.

A script that works is never refused: what the text does not settle is let through.
"""

from gridlock_minimizer.screen import attributes, binding_order, calls, names
from gridlock_minimizer.screen.classes import Classes


def refusal(tree):
    """One line that says why the script cannot work; "" if nothing is known against it. The tree is
    as ast.parse() gives it."""
    why = names.refusal(tree) or binding_order.refusal(tree)
    if why:
        return why
    classes = Classes(tree)
    return attributes.refusal(tree, classes) or calls.refusal(tree, classes)
