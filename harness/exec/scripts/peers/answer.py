"""The settings of a peer, and its answer."""

import dataclasses
import pathlib


@dataclasses.dataclass
class Settings:
    gridlock: pathlib.Path  # the program
    seconds: float  # how long a tool waits for progress, or in a collective
    limit: float  # seconds after which a peer has no answer
    folder: pathlib.Path  # holds the files of this run


@dataclasses.dataclass
class Answer:
    seconds: float  # from the start of the job to the answer
    detected: bool
    classes: frozenset = frozenset()  # classes that the answer may mean, in gridlock's terms
    ranks: tuple | None = None  # at fault, if the tool names any; sorted
    words: str = ""  # the tool's message, one line


class Refused(Exception):
    """Raised with the reason why the peer cannot run."""
