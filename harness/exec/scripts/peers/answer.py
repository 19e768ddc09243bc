"""The settings of a peer, and its answer."""

import dataclasses
import pathlib


@dataclasses.dataclass
class Settings:
    gridlock: pathlib.Path  # the program
    seconds: float  # timeout of the tool, for progress or for a collective
    limit: float  # seconds after which a run without an answer is stopped
    folder: pathlib.Path  # holds the files of this run


@dataclasses.dataclass
class Answer:
    seconds: float  # from the start of the job to the answer
    detected: bool
    classes: frozenset = frozenset()  # classes that the answer may mean, in gridlock's terms
    ranks: tuple | None = None  # sorted ranks at fault; None if the tool names none
    words: str = ""  # the tool's message in one line


class Refused(Exception):
    """Raised with the reason why the peer cannot run."""
