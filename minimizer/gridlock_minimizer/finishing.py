"""Finishes a script for readers. Changes only the names of locals and the layout, so the canonical
form stays the same."""

import ast

from gridlock_minimizer.passes.script import without_docstrings
from gridlock_minimizer.syntax.canonical import canonical
from gridlock_minimizer.syntax.layout import layout
from gridlock_minimizer.syntax.tidy import shorten_names


def finished(text):
    tree = without_docstrings(ast.parse(text))
    new = layout(shorten_names(tree).body)
    return new if canonical(ast.parse(new)) == canonical(ast.parse(text)) else text
