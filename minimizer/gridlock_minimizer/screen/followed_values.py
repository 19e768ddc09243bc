"""Represents values while one rank of a script is followed."""

from dataclasses import dataclass


class Unclear(Exception):
    """Raised for code that is not understood. No statement about the script is then possible."""


@dataclass(frozen=True)
class Rank:
    rank: int
    ranks: int


@dataclass(frozen=True)
class Tensor:
    """A value on which control flow must not depend. Tensors of two ranks have the same shape and
    type if they were made in the same way."""

    made: str
    is_simple: bool = False  # all calls accept its type


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
    """Returns whether the value is known, so other values may depend on it."""
    if isinstance(value, tuple):
        return all(is_plain(v) for v in value)
    return value is None or isinstance(value, (int, float, str, range))
