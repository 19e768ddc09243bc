"""What a pass offers: pieces of a script, and the ways to make each smaller.

The same as minimizer/forest.h, where it is explained, plus what an alternative does.
"""

from dataclasses import dataclass, field
from typing import Callable, Optional


@dataclass
class Alternative:
    # (node, edit): edit(rewriting) gives what takes the node's place. See Rewriting.
    edits: list = field(default_factory=list)
    name: str = "drop"
    takes_children: bool = True
    takes_users: bool = True
    # What edits of nodes cannot say: a change of a whole tree, or of how the script is launched.
    change_tree: Optional[Callable] = None
    change_launch: Optional[Callable] = None


@dataclass
class Piece:
    """`gone`: the edits of a piece that goes because of another; those of its first alternative if
    there are none."""

    alternatives: list
    parent: int = -1
    weight: float = 1
    needs: list = field(default_factory=list)
    name: str = ""
    gone: list = field(default_factory=list)


KEEP, GONE = -1, -2


def edits_of(piece, choice):
    """The edits that a choice means, for a piece that is not kept."""
    if choice >= 0:
        return piece.alternatives[choice].edits
    return piece.gone or (piece.alternatives[0].edits if piece.alternatives else [])
