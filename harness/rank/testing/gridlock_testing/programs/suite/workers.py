"""Generates programs that determine how many stuck calls of a group block the later calls."""

from gridlock_testing.programs.suite import Question, ends, program

_MOST = 3
# Pairs of calls that do not match, so that both calls hang.
_STUCK = {
    "different operations": ({"op": "all_reduce"}, {"op": "all_gather"}),
    "different roots": ({"op": "scatter", "root": 0}, {"op": "scatter", "root": 1}),
}
# A barrier is not included: it waits for all earlier calls, even if they run in parallel.
_WHOLE = ("all_reduce", "all_gather", "broadcast", "all_to_all_single")
_NEVER = 1024  # more workers than any group has
_GROUPS = [[0, 1], [0, 1]]


def questions():
    for how, stuck in _STUCK.items():
        for count in range(1, _MOST + 1):
            for op in (*_WHOLE, "barrier"):
                yield _question(how, stuck, count, [[{"op": op}], [{"op": op}]], op, "same group")
                other = [[{"op": op, "group": 1}]] * 2
                yield _question(how, stuck, count, other, op, "other group")
            message = [[{"op": "send", "peer": 1}], [{"op": "recv", "peer": 0}]]
            yield _question(how, stuck, count, message, "send and recv", "same group")


def _question(how, stuck, count, whole, op, where):
    ranks = [
        [{**call, "async": True} for _ in range(count)] + calls
        for call, calls in zip(stuck, whole)
    ]
    name = f"workers: {op} behind {count} stuck calls ({how}), {where}"
    return Question(
        program(name, ranks, groups=_GROUPS),
        lambda outcome: [(("behind", where, op, count), _answer(outcome))],
    )


def _answer(outcome):
    found = set(ends(outcome))
    if found == {"ended"}:
        return "goes on"
    return "held up" if found == {"hung"} else "mixed"


def number(conclusions):
    """Returns the number of stuck calls that block all later calls. With fewer stuck calls, later
    calls continue."""
    for count in range(1, _MOST + 1):
        found = {conclusions.get(("behind", "same group", op, count)) for op in _WHOLE}
        if found != {"goes on"}:
            return count if found == {"held up"} else _NEVER
    return _NEVER


def barrier_waits(conclusions):
    """Returns whether a barrier waits for all earlier calls even if a worker is free."""
    return conclusions.get(("behind", "same group", "barrier", 1)) == "held up"
