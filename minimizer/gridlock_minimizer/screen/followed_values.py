"""Represents the values of one rank of a script that is followed."""

from dataclasses import dataclass


class Unclear(Exception):
    """Raised for code that is not understood. Nothing can then be said about the script."""


@dataclass(frozen=True)
class Rank:
    rank: int
    ranks: int


@dataclass(frozen=True)
class Tensor:
    """A tensor, whose values control flow must not depend on. Tensors on two ranks have the same
    shape and type if they were made in the same way."""

    made: str
    is_simple: bool = False  # true if all calls accept its type


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
    """Returns whether the value is known. Other values may depend on it."""
    if isinstance(value, tuple):
        return all(is_plain(v) for v in value)
    return value is None or isinstance(value, (int, float, str, range))
