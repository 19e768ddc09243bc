"""Generates programs in which some ranks of a group make one operation and the other ranks make
another one."""

import itertools

from gridlock_testing.programs.suite import Question, mismatch, operations, program

# Group size, ranks with the first operation, root, and element count. The root may be on either
# side. In _EQUAL_SIDES, both sides have equally many ranks.
_ONE_DIFFERS = ((3, (2,), 0, 12), (3, (2,), 2, 12))
_EQUAL_SIDES = ((4, (0, 1), 0, 4), (2, (0,), 0, 4))
# Three element counts, because NCCL uses other algorithms for larger tensors.
_ON_DEVICE = ((2, (0,), 0, 4), (2, (0,), 0, 65_536), (2, (0,), 0, 4_000_000))


def questions(needs, ops=operations.ALL, on_device=False):
    ops = [op for op in ops if needs.works(op)]
    for one, other in itertools.permutations(ops, 2):
        rooted = {one, other} & set(operations.ROOTED)
        for sides in _ONE_DIFFERS if rooted else _ONE_DIFFERS[:1]:
            yield _question((one, other), *sides, needs)
    for pair in itertools.combinations(ops, 2):
        for sides in _ON_DEVICE if on_device else _EQUAL_SIDES:
            yield _question(pair, *sides, needs)


def _question(pair, size, differing, root, count, needs):
    one, other = ({"op": op, "root": root, "count": count} for op in pair)
    calls = [one if rank in differing else other for rank in range(size)]
    who = " and ".join(str(rank) for rank in differing)
    name = f"pair: {pair[0]} on {who} of {size}, {pair[1]} on the others, root {root}"
    return Question(
        program(name, [[call] for call in calls]),
        lambda outcome: [(("pair", *sorted(pair)), mismatch.judge(calls, outcome, needs))],
    )
