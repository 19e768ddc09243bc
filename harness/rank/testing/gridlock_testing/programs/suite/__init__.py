"""Generates the programs of `gridlock bench semantics` systematically, and derives answers from
their outcomes."""

import typing


class Question(typing.NamedTuple):
    """A program, and a function that takes the program's outcome and returns (key, answer) pairs.
    People also read keys and answers.

    If several programs, or several runs of one program, give different answers for a key, the key
    has no answer.
    """

    program: dict
    answers: typing.Callable


def program(name, ranks, **more):
    return {"name": name, "ranks": ranks, **more}


def ends(outcome):
    """Returns one word for each rank, which says how it ended: ended, wrong, hung, moving, raised,
    exited or died."""
    return [_end(rank) for rank in outcome["ranks"]]


def _end(rank):
    wrong = any(thread["wrong"] for thread in rank["threads"])
    return "wrong" if rank["state"] == "ended" and wrong else rank["state"]
