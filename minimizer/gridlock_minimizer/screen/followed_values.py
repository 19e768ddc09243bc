"""Represents the values in one rank of a script that following.py follows."""

from dataclasses import dataclass


class Unclear(Exception):
    """Raised for code that following.py does not understand. The calls of the rank are then
    unknown."""


@dataclass(frozen=True)
class Rank:
    rank: int
    ranks: int


@dataclass(frozen=True)
class Tensor:
    """A tensor. Control flow must not depend on its values. Tensors on two ranks have the same
    shape and type if they were made in the same way."""

    made: str
    is_simple: bool = False  # all collective calls accept its type


@dataclass(frozen=True)
class Module:
    name: str


@dataclass(frozen=True)
class Group:
    number: int  # in order of creation
    members: tuple


@dataclass(frozen=True)
class Work:
    """The result of an asynchronous call."""


def is_number(value):
    return isinstance(value, (int, float))


def is_plain(value):
    """Returns whether the value itself is known, so that control flow may depend on it."""
    if isinstance(value, tuple):
        return all(is_plain(v) for v in value)
    return value is None or isinstance(value, (int, float, str, range))
