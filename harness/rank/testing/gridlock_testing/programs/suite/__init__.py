"""The programs of the bench, generated systematically, and the answers that their outcomes give."""

import typing


class Question(typing.NamedTuple):
    """A program and a function of its outcome that returns (key, answer) pairs. People read both,
    too.

    A key with different answers, from different programs or from two runs of one, has no answer.
    """

    program: dict
    answers: typing.Callable


def program(name, ranks, **more):
    return {"name": name, "ranks": ranks, **more}


def ends(outcome):
    """Returns each rank's end in one word: ended, wrong, hung, moving, raised, exited or died."""
    return [_end(rank) for rank in outcome["ranks"]]


def _end(rank):
    wrong = any(thread["wrong"] for thread in rank["threads"])
    return "wrong" if rank["state"] == "ended" and wrong else rank["state"]
