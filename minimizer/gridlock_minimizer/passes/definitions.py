"""Offers one piece for each top-level definition."""

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.passes.places import size


def definition_pieces(tree, kind, changed, word):
    """Returns a piece for each definition of `kind` that `changed(tree, name)` can change.
    `changed` returns the tree itself if it cannot change the definition."""
    return [
        Piece(
            [Alternative(name=word, change_tree=lambda tree, name=node.name: changed(tree, name))],
            weight=size(node),
            name=node.name,
        )
        for node in tree.body
        if isinstance(node, kind) and changed(tree, node.name) is not tree
    ]
