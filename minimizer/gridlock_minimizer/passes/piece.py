"""The pieces of a script that a pass offers, and the ways to make each smaller.

The classes mirror minimizer/forest.h, which explains them, and add the effect of an alternative.
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
    # Changes that edits of nodes cannot express: of a whole tree, or of the launch of the script.
    change_tree: Optional[Callable] = None
    change_launch: Optional[Callable] = None


@dataclass
class Piece:
    """`gone`: the edits of a piece that is dropped because of another one; if empty, the edits of
    its first alternative."""

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
