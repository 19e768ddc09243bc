"""What is known of a value while one rank of a script is followed."""

from dataclasses import dataclass


class Unclear(Exception):
    """Something that is not understood: nothing is said of the script."""


@dataclass(frozen=True)
class Rank:
    rank: int
    ranks: int


@dataclass(frozen=True)
class Tensor:
    """A value that nothing may depend on. Those of two ranks have the same shape and type if they
    were made in the same way."""

    made: str
    is_simple: bool = False  # of a type that all calls take


@dataclass(frozen=True)
class Module:
    name: str


@dataclass(frozen=True)
class Group:
    number: int  # in order of creation
    members: tuple


@dataclass(frozen=True)
class Work:
    """What an asynchronous call gives."""


def is_number(value):
    return isinstance(value, (int, float))


def is_plain(value):
    """Known, so that something may depend on it."""
    if isinstance(value, tuple):
        return all(is_plain(v) for v in value)
    return value is None or isinstance(value, (int, float, str, range))
