"""Of whom does a rank need the same call? Each member in turn stays away."""

from gridlock.programs.suite import Question, ends, operations, program

# Members and elements: a tree or a ring of four is not that of three, and large tensors are cut.
_SIZES = ((4, 12), (3, 30_000))
_SMALL = 3
_ROOTS = (0, 2)
_ANSWERS = {"ended": "goes on", "hung": "waits"}


def questions(ops=operations.ALL):
    for op in ops:
        rooted = op in operations.ROOTED
        for size, count in _SIZES:
            for root in _ROOTS if rooted else [0]:
                for absent in (None, *range(size)):
                    yield _absence(op, size, count, root, absent)
        for different in (1, 2) if rooted else ():
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
                yield _key(op, rank, absent, root), _ANSWERS.get(end, end)

    return Question(program(name, ranks), answers)


def _different_root(op, different, differing):
    """The same call is one with the same root: whoever completes here did not need `differing`."""
    roots = [different if rank == differing else 0 for rank in range(_SMALL)]
    name = f"needs: {op} from rank 0, but from rank {different} on rank {differing}"
    ranks = [[{"op": op, "root": root}] for root in roots]

    def answers(outcome):
        for rank, end in enumerate(ends(outcome)):
            for other in range(_SMALL):
                if roots[other] != roots[rank]:
                    yield _key(op, rank, other, roots[rank]), _ANSWERS.get(end, end)

    return Question(program(name, ranks), answers)


def _key(op, rank, absent, root):
    return ("needs", op, operations.role(op, rank, root), operations.role(op, absent, root))


class Needs:
    """What the answers say: who certainly waits for whom."""

    def __init__(self, conclusions):
        self._conclusions = conclusions

    def works(self, op):
        """Whether the backend has the operation."""
        return self._conclusions.get(("together", op)) == "ended"

    def waits(self, op, rank, absent, root):
        """Whether a rank waits for a member that does not make the same call, in all programs."""
        return rank != absent and self._conclusions.get(_key(op, rank, absent, root)) == "waits"

    def word(self, op):
        """As in the table; None where nothing is certain."""
        if not self.works(op):
            return None
        if op not in operations.ROOTED:
            answer = self._conclusions.get(("needs", op, "member", "member"))
            return {"waits": "all", "goes on": "nobody"}.get(answer)
        return self._word_of_rooted(op)

    def _word_of_rooted(self, op):
        root_waits = self.waits(op, 0, 1, root=0)
        others_wait = self.waits(op, 1, 0, root=0)
        if root_waits and others_wait and self.waits(op, 1, 2, root=0):
            return "all"
        if root_waits and (op in operations.COLLECTING or not others_wait):
            return "from_all"
        return "root" if others_wait else None
