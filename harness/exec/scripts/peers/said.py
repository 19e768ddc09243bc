"""What a peer is asked with, and what it answers."""

import dataclasses
import pathlib


@dataclasses.dataclass
class Settings:
    gridlock: pathlib.Path  # the program
    seconds: float  # that a tool waits for progress, or in a collective
    limit: float  # seconds after which a peer that says nothing has said nothing
    folder: pathlib.Path  # for files of this run


@dataclasses.dataclass
class Said:
    seconds: float  # from the start of the job to the answer
    detected: bool
    classes: frozenset = frozenset()  # what the answer may mean, in gridlock's words
    ranks: tuple | None = None  # that it blames, if it names any; sorted
    words: str = ""  # of the tool, one line


class Refused(Exception):
    """The peer does not run: why."""
