"""Generates programs that determine whether issuing a collective waits for the other members, in
the first collective and in later ones."""

from gridlock_testing.programs.suite import Question, ends, program

# Rank 1 waits for a key that rank 0 sets after it has returned from issuing its call. Only then
# does rank 1 issue its call.
_RANKS = [
    [{"op": "all_reduce", "async": True}, {"op": "store_set", "key": 1}, {"op": "wait", "call": 0}],
    [{"op": "store_wait", "key": 1}, {"op": "all_reduce"}],
]


def questions():
    for first in (False, True):
        yield Question(
            program(f"issue: {'first' if first else 'later'} all_reduce", _RANKS, cold=first),
            lambda outcome, first=first: [(("issue", first), _answer(outcome))],
        )


def _answer(outcome):
    return "returns" if set(ends(outcome)) == {"ended"} else "meets"


def returns(conclusions):
    return conclusions.get(("issue", False)) == "returns"


def first_meets(conclusions):
    return conclusions.get(("issue", True)) == "meets"
