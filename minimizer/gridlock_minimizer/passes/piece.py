"""Represents the pieces of a script that a pass offers, and the ways to make each piece smaller.

The classes mirror minimizer/forest.h, which explains them. They also contain the effect of an
alternative.
"""

from dataclasses import dataclass, field
from typing import Callable, Optional


@dataclass
class Alternative:
    # (node, edit): edit(rewriting) returns the replacement of the node. See Rewriting.
    edits: list = field(default_factory=list)
    name: str = "drop"
    takes_children: bool = True
    takes_users: bool = True
    # Changes that edits of nodes cannot express. They change a whole tree, or the launch of the
    # script.
    change_tree: Optional[Callable] = None
    change_launch: Optional[Callable] = None


@dataclass
class Piece:
    """A piece. `gone` are the edits that drop the piece because of another piece. If `gone` is
    empty, the edits of the first alternative do that."""

    alternatives: list
    parent: int = -1
    weight: float = 1
    needs: list = field(default_factory=list)
    name: str = ""
    gone: list = field(default_factory=list)


KEEP, GONE = -1, -2


def edits_of(piece, choice):
    """Returns the edits of a choice, for a piece that is not kept."""
    if choice >= 0:
        return piece.alternatives[choice].edits
    return piece.gone or (piece.alternatives[0].edits if piece.alternatives else [])
