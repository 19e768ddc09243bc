"""Generates programs in which one rank calls an operation with another argument than all other
ranks."""

from gridlock_testing.programs.suite import Question, mismatch, operations, program

# Pairs of arguments: that of all other ranks, and that of the differing rank.
_TENSORS = {
    "dtype, equal width": [
        ({"dtype": "float32"}, {"dtype": "int32"}),
        ({"dtype": "int64"}, {"dtype": "float64"}),
    ],
    "dtype, other width": [
        ({"dtype": "float32"}, {"dtype": "float64"}),
        ({"dtype": "float32"}, {"dtype": "float16"}),
    ],
    "shape, equal count": [({"shape": [12]}, {"shape": [3, 4]})],
    "shape, other count": [({"count": 12}, {"count": 24}), ({"count": 12}, {"count": 6})],
}
_UNEVEN = ([6, 3, 3], [2, 2, 8])
_ARGUMENTS = (
    [(name, operations.MOVING, values) for name, values in _TENSORS.items()]
    + [("reduce_op", operations.REDUCING, [({"reduce_op": "sum"}, {"reduce_op": "max"})])]
    + [("root", operations.ROOTED, [({"root": 0}, {"root": 1}), ({"root": 2}, {"root": 0})])]
    + [("splits", ("all_to_all_single",), [({}, {"splits": uneven}) for uneven in _UNEVEN])]
)
# Sizes of groups for each argument. If roots differ, how ranks end depends on the size.
_SIZES = {"root": (2, 3, 4)}
_USUAL_SIZES = (3,)
_ON_DEVICE = (2,)


ALL = tuple(argument for argument, _, _ in _ARGUMENTS)


def questions(needs, ops=operations.ALL, asked=ALL, on_device=False):
    for argument, having, values in _ARGUMENTS:
        for op in having:
            if argument not in asked or op not in ops or not needs.works(op):
                continue
            for size in _ON_DEVICE if on_device else _SIZES.get(argument, _USUAL_SIZES):
                for usual, different in values:
                    if max(usual.get("root", 0), different.get("root", 0)) >= size:
                        continue
                    for rank in (0, size - 1):
                        yield _question(argument, op, usual, different, size, rank, needs)


def _question(argument, op, usual, different, size, differing, needs):
    calls = [{"op": op, **(different if rank == differing else usual)} for rank in range(size)]
    name = f"argument: {op}, {usual or 'even splits'}, but {different} on rank {differing}"
    return Question(
        program(name, [[call] for call in calls]),
        lambda outcome: [(("argument", argument, op), mismatch.judge(calls, outcome, needs))],
    )
