"""Contains helpers for tests of passes. A test gives a script, and all proposals that change a
single piece."""

import ast
import unittest

from gridlock_minimizer.passes.piece import KEEP
from gridlock_minimizer.passes.script import Edits, Launch, Script
from gridlock_minimizer.passes.table import PASSES
from reducer import close


def proposals(name, text, launch=None):
    """Yields the proposals. Each alternative of each piece is chosen alone."""
    edits = Edits(PASSES[name], Script(ast.parse(text), launch or Launch()))
    for number, piece in enumerate(edits.pieces):
        for way in range(len(piece.alternatives)):
            choices = [KEEP] * len(edits.pieces)
            choices[number] = way
            close(edits.pieces, choices)
            yield edits.apply(choices)


class Examples(unittest.TestCase):
    maxDiff = None

    def expect(self, name, text, *wanted):
        """Expects exactly the given proposals, apart from refused ones."""
        got = [p.text.strip() for p in proposals(name, text) if p.text is not None]
        self.assertEqual(got, [w.strip() for w in wanted])
