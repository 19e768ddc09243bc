"""A block without an adjustment: one graph."""

from transformer import Block

__all__ = ["Block"]
