"""The programs of the bench, made systematically, and what each outcome answers."""

import typing


class Question(typing.NamedTuple):
    """A program and what is read from its outcome: (key, answer) pairs, both for people too.

    A key that gets different answers, from different programs or from two runs of one, has none.
    """

    program: dict
    answers: typing.Callable


def program(name, ranks, **more):
    return {"name": name, "ranks": ranks, **more}


def ends(outcome):
    """How each rank ended, in one word: ended, wrong, hung, moving, raised, exited or died."""
    return [_end(rank) for rank in outcome["ranks"]]


def _end(rank):
    wrong = any(thread["wrong"] for thread in rank["threads"])
    return "wrong" if rank["state"] == "ended" and wrong else rank["state"]
