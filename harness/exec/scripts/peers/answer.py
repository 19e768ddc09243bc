"""The settings of a peer, and its answer."""

import dataclasses
import pathlib


@dataclasses.dataclass
class Settings:
    gridlock: pathlib.Path  # the program
    seconds: float  # time that a tool waits for progress, or in a collective
    limit: float  # seconds after which a peer has no answer
    folder: pathlib.Path  # holds the files of this run


@dataclasses.dataclass
class Answer:
    seconds: float  # from the start of the job to the answer
    detected: bool
    classes: frozenset = frozenset()  # classes that the answer may mean, in gridlock's terms
    ranks: tuple | None = None  # ranks at fault, sorted, if the tool names any
    words: str = ""  # the tool's message in one line


class Refused(Exception):
    """Raised with the reason why the peer cannot run."""
