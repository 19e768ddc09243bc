"""Generates programs whose tensors have no elements. They determine whether any rank waits for a
member that makes no call."""

from gridlock_testing.programs.suite import Question, ends, operations, program

_MOST = 3


def questions(needs, ops=operations.ALL, most_ranks=_MOST):
    size = min(_MOST, most_ranks)
    for op in operations.MOVING:
        if op not in ops or not needs.works(op):
            continue
        for absent in range(size):
            call = {"op": op, "count": 0}
            ranks = [[] if rank == absent else [call] for rank in range(size)]
            yield Question(
                program(f"empty: {op}, rank {absent} absent", ranks),
                lambda outcome, op=op: [(("empty", op), _answer(outcome))],
            )


def _answer(outcome):
    found = set(ends(outcome))
    if found == {"ended"}:
        return "nobody waits"
    return "somebody waits" if found <= {"ended", "hung"} else "fails"
