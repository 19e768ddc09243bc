"""Generates programs in which one member of a group is dead. They determine which ranks get an
exception, and which ranks wait forever."""

from gridlock_testing.programs.suite import Question, ends, operations, program

_SIZE = 4
# Pairs: the operations that the dead rank performs in place of its call, and what the other ranks
# do after an exception.
_ENDS = (
    ([{"op": "die"}], "exit"),
    ([{"op": "compute"}, {"op": "die"}], "exit"),
    ([{"op": "exit"}], "exit"),
    ([{"op": "die"}], "stay"),
)
# A rank that has no exception after this time in ms will get none.
_STILL_MS = 1500


def questions(needs, ops=operations.ALL):
    for op in ops:
        for dead, (last_words, after_error) in enumerate(_ENDS):
            if needs.works(op):
                yield _question(op, after_error, dead, last_words, needs)


def _question(op, after_error, dead, last_words, needs):
    ranks = [last_words if rank == dead else [{"op": op}] for rank in range(_SIZE)]
    how = ", then ".join(step["op"] for step in last_words)
    name = f"dead: {op}, rank {dead} does {how}; whoever gets an exception will {after_error}"
    waiting = [rank for rank in range(_SIZE) if needs.waits(op, rank, dead, 0, _SIZE)]
    return Question(
        program(name, ranks, after_error=after_error, still_ms=_STILL_MS),
        lambda outcome: [(("dead", op, after_error), _answer(outcome, waiting))],
    )


def _answer(outcome, waiting):
    found = {ends(outcome)[rank] for rank in waiting}
    if found <= {"raised", "exited"}:
        return "raises" if found else "needs nobody"
    return "waits" if found == {"hung"} else "raises on some"
