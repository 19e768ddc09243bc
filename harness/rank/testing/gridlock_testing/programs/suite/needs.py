"""Generates programs that determine which members must make a matching call before a rank can
continue. In each program, a different member makes no call."""

from gridlock_testing.programs.suite import Question, ends, operations, program

# Pairs of group size and element count. Several group sizes are measured, because a tree or ring of
# five ranks has another shape than one of three ranks. Backends split large tensors.
_SIZES = ((5, 15), (4, 12), (3, 30_000), (2, 14), (2, 1_000_000))
# On GPUs, each program takes seconds, and machines rarely have more than four GPUs.
_ON_DEVICE = ((4, 12), (2, 1_000_000))
_SMALL = 3
_OTHER_ROOT = 2
_ANSWERS = {"ended": "goes on", "hung": "waits"}


def questions(ops=operations.ALL, on_device=False):
    for op in ops:
        rooted = op in operations.ROOTED
        for size, count in _ON_DEVICE if on_device else _SIZES:
            for root in (0, min(_OTHER_ROOT, size - 1)) if rooted else [0]:
                for absent in (None, *range(size)):
                    yield _absence(op, size, count, root, absent)
        # If all ranks agree on sizes, the data of a rooted operation flows even if ranks disagree
        # on the root.
        for different in (1, 2) if rooted and not on_device else ():
            for differing in range(_SMALL):
                yield _different_root(op, different, differing)


def _absence(op, size, count, root, absent):
    call = {"op": op, "root": root, "count": count}
    name = f"needs: {op} of {size} from rank {root}, {count} elements, rank {absent} absent"
    ranks = [[] if rank == absent else [call] for rank in range(size)]

    def answers(outcome):
        for rank, end in enumerate(ends(outcome)):
            if absent is None:
                yield ("together", op), end
            elif rank != absent:
                yield _key(op, size, rank, absent, root), _ANSWERS.get(end, end)

    return Question(program(name, ranks), answers)


def _different_root(op, different, differing):
    """Gives one rank another root, so that its call does not match the others. If another rank
    still completes, it does not need `differing`."""
    roots = [different if rank == differing else 0 for rank in range(_SMALL)]
    name = f"needs: {op} from rank 0, but from rank {different} on rank {differing}"
    ranks = [[{"op": op, "root": root}] for root in roots]

    def answers(outcome):
        for rank, end in enumerate(ends(outcome)):
            for other in range(_SMALL):
                if roots[other] != roots[rank]:
                    yield _key(op, _SMALL, rank, other, roots[rank]), _ANSWERS.get(end, end)

    return Question(program(name, ranks), answers)


def _key(op, size, rank, absent, root):
    return ("needs", op, size, _place(op, rank, root, size), _place(op, absent, root, size))


def _place(op, rank, root, size):
    """Returns a rank's position relative to the root. In operations without a root, all positions
    are equivalent."""
    return (rank - root) % size if op in operations.ROOTED else "member"


class Needs:
    """The needs of operations: which members a rank certainly waits for, as the answers show."""

    def __init__(self, conclusions):
        self._conclusions = conclusions

    def works(self, op):
        """Returns whether the backend has the operation."""
        return self._conclusions.get(("together", op)) == "ended"

    def waits(self, op, rank, absent, root, size):
        """Returns whether, in all programs, a rank waits for a member that makes no matching
        call."""
        key = _key(op, size, rank, absent, root)
        return rank != absent and self._conclusions.get(key) == "waits"

    def word(self, op):
        """Returns the table's word for the operation: the first word whose waits were all observed.
        Returns None if there is no such word."""
        if not self.works(op):
            return None
        shapes = _COLLECTING if op in operations.COLLECTING else _SPREADING
        return next((word for word, needs in shapes.items() if self._is(op, needs)), None)

    def _sizes(self, op):
        """Returns the group sizes that were measured."""
        return {key[2] for key in self._conclusions if key[:2] == ("needs", op)}

    def _is(self, op, needs):
        return all(
            self.waits(op, rank, absent, 0, size)
            for size in self._sizes(op)
            for rank in range(size)
            for absent in range(size)
            if rank != absent and needs(rank, absent)
        )


def _tree(rank, other):
    """Returns whether `other` is a child or an ancestor of `rank` in a binomial tree: rank 0 sends
    to 1, 2, 4 and so on, and each receiver sends on to the ranks that have its bits and one higher
    bit."""
    children = other > rank and other - rank >= 1 << rank.bit_length() and _is_bit(other - rank)
    return children or _ancestor(other, rank)


def _ancestor(above, rank):
    while rank:
        rank -= 1 << (rank.bit_length() - 1)
        if rank == above:
            return True
    return False


def _is_bit(number):
    return number & (number - 1) == 0


# The prover's words for the ranks that a member needs (needed.h). Each function returns whether
# `rank` needs `other`. Both are positions relative to the root. Words that state more waits come
# first. In a reduction to a root, whether a rank waits for other ranks' data depends on the size of
# the data.
_SPREADING = {
    "all": lambda rank, other: True,
    "tree": _tree,
    "star": lambda rank, other: rank == 0 or other == 0,
    "root": lambda rank, other: other == 0,
    "nobody": lambda rank, other: False,
}
_COLLECTING = {
    "all": _SPREADING["all"],
    "star": _SPREADING["star"],
    "from_all": lambda rank, other: rank == 0,
    "nobody": _SPREADING["nobody"],
}
