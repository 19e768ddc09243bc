"""Represents the script that a pass works on: its tree, its launch, and the proposals of the
pass."""

import ast
from dataclasses import dataclass, field, replace

from gridlock_minimizer.passes.leftovers import unused, without_leftovers
from gridlock_minimizer.passes.piece import GONE, KEEP, edits_of
from gridlock_minimizer.screen import refusal
from gridlock_minimizer.screen.schedule import completes
from gridlock_minimizer.syntax.canonical import canonical
from gridlock_minimizer.syntax.layout import layout
from gridlock_minimizer.syntax.rewriting import Rewriting, dropped
from gridlock_minimizer.syntax.tree import DEFINITIONS, is_docstring, walk

_COMPLETES = "all ranks complete all their calls"


@dataclass
class Launch:
    ranks: int = 1
    environment: list = field(default_factory=list)  # [name, value]
    arguments: list = field(default_factory=list)


@dataclass
class Script:
    tree: ast.Module
    launch: Launch = field(default_factory=Launch)
    units: list = field(default_factory=list)  # lowering/captured.py


@dataclass
class Proposal:
    """A proposal (minimizer/pass.h). `text` is None in a refused proposal."""

    text: str = None
    launch: Launch = None
    canonical: str = ""
    refusal: str = ""
    completes: bool = False


class Edits:
    """A pass opened on one script. `hangs` states that the script hangs in collective calls.
    Scripts that cannot hang there are then refused."""

    def __init__(self, pieces_of, script, hangs=False):
        self.script = replace(script, tree=without_docstrings(script.tree))
        self.pieces = pieces_of(self.script)
        self._unused = unused(self.script.tree).keys()
        self._hangs = hangs

    def apply(self, choices):
        if all(choice == KEEP for choice in choices):
            tree, launch = self.script.tree, self.script.launch
        else:
            tree, launch = self._changed(choices)
        made = proposal(tree, launch)
        if self._hangs and made.text is not None and completes(ast.parse(made.text), launch.ranks):
            return Proposal(canonical=made.canonical, refusal=_COMPLETES, completes=True)
        return made

    def _changed(self, choices):
        edits, taken = [], []
        for piece, choice in zip(self.pieces, choices):
            if choice != KEEP and not self._goes_with_parent(piece, choices):
                edits += edits_of(piece, choice)
            if choice >= 0:
                taken.append(piece.alternatives[choice])
        tree, launch = Rewriting(edits)(self.script.tree), self.script.launch
        for alternative in reversed(taken):
            if alternative.change_tree:
                tree = alternative.change_tree(tree)
            if alternative.change_launch:
                launch = alternative.change_launch(launch)
        return without_leftovers(tree, self._unused), launch

    def _goes_with_parent(self, piece, choices):
        """Returns whether the edits of the piece's parent already cover the piece."""
        choice = choices[piece.parent] if piece.parent >= 0 else KEEP
        if choice >= 0:
            return self.pieces[piece.parent].alternatives[choice].takes_children
        return choice == GONE


def proposal(tree, launch):
    try:
        text = layout(tree.body)
        parsed = ast.parse(text)
    except (SyntaxError, ValueError, AttributeError, TypeError) as error:
        return Proposal(refusal=f"does not parse: {error}")
    why = refusal(parsed)
    if why:
        return Proposal(canonical=canonical(parsed), refusal=why)
    return Proposal(text, launch, canonical(parsed))


def without_docstrings(tree):
    """Drops docstrings. The description of a script is kept outside the script."""
    owners = [n for n in walk(tree) if isinstance(n, DEFINITIONS + (ast.Module,))]
    return Rewriting([(n.body[0], dropped) for n in owners if n.body and is_docstring(n.body[0])])(
        tree
    )
