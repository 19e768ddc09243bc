"""Models the part of torch that following.py understands: the collective calls of a rank, their
arguments, and tensors. The values in tensors must not affect the script's control flow."""

from dataclasses import dataclass

from gridlock_minimizer.screen.followed_values import (
    Group,
    Tensor,
    Unclear,
    Work,
    is_number,
    is_plain,
)

# Functions that return a tensor whose shape follows from numbers or from the shapes of other
# tensors. The values in these tensors never decide whether such a function raises.
MAKES = {"ones", "zeros", "full", "arange", "eye", "tensor"}
COMPUTES = {
    "zeros_like", "ones_like", "relu", "exp", "sin", "cos", "tanh", "stack", "softmax", "sum",
    "mean", "matmul",
}  # fmt: skip
METHODS = {
    "sum", "mean", "relu", "exp", "sin", "cos", "tanh", "t", "clone", "detach", "softmax", "add_",
    "mul_", "zero_",
}  # fmt: skip

# Collective calls, and the number of arguments that each needs.
_COLLECTIVES = {"all_reduce": 1, "broadcast": 2, "barrier": 0, "reduce": 2}
_LONGEST = 2_000  # maximum length of Tensor.made


@dataclass(frozen=True)
class Call:
    name: str
    group: Group
    arguments: str  # text, because 1, 1.0 and True are equal but make different tensors

    @property
    def members(self):
        return self.group.members


class Torch:
    """The torch that one rank sees. `calls` has the rank's calls, in order."""

    def __init__(self, rank):
        self.calls = []
        self._rank = rank
        self._everybody = Group(0, tuple(range(rank.ranks)))
        self._groups = None  # number of groups made; None before init_process_group

    def distributed(self, name, arguments, options):
        if name == "init_process_group":
            return self._start(arguments, options)
        if self._groups is None:
            raise Unclear
        if name in ("get_rank", "get_world_size") and not arguments and not options:
            return self._rank.rank if name == "get_rank" else self._rank.ranks
        if name == "new_group":
            return self._new_group(arguments, options)
        if name in _COLLECTIVES:
            return self._collective(name, arguments, dict(options))
        raise Unclear

    def new_tensor(self, name, arguments, options):
        if options or not all(is_plain(a) for a in arguments):
            raise Unclear
        if name == "full" and len(arguments) == 2:  # the fill value determines only the type
            arguments = [arguments[0], type(arguments[1]).__name__]
        return self._computed(name, arguments, name in ("ones", "zeros"))

    def tensor(self, name, arguments, options):
        values = [*arguments, *options.values()]
        parts = [p for v in values for p in (v if isinstance(v, tuple) else (v,))]
        if not any(isinstance(p, Tensor) for p in parts):
            raise Unclear
        if not all(isinstance(p, Tensor) or is_number(p) for p in parts):
            raise Unclear
        return self._computed(name, [*arguments, *sorted(options.items())], False)

    def _start(self, arguments, options):
        if self._groups is not None or options or arguments != ["gloo"]:
            raise Unclear
        self._groups = 0
        self._make("init_process_group", self._everybody, ())

    def _new_group(self, arguments, options):
        if options or len(arguments) != 1 or not isinstance(arguments[0], (tuple, range)):
            raise Unclear
        if not 0 < len(arguments[0]) <= self._rank.ranks:
            raise Unclear
        members = tuple(arguments[0])
        if not all(type(m) is int and 0 <= m < self._rank.ranks for m in members):
            raise Unclear
        if len(set(members)) != len(members):
            raise Unclear
        self._groups += 1
        self._make("new_group", self._everybody, members)
        return Group(self._groups, members)

    def _collective(self, name, arguments, options):
        group = options.pop("group", None) or self._everybody
        is_async = options.pop("async_op", False)
        if not isinstance(group, Group) or self._rank.rank not in group.members:
            raise Unclear
        if not isinstance(is_async, bool) or len(arguments) != _COLLECTIVES[name]:
            raise Unclear
        if arguments and not isinstance(arguments[0], Tensor):
            raise Unclear
        # A call that raises on the members of a subgroup leaves the other ranks waiting.
        if len(group.members) < self._rank.ranks and (options or not _works(arguments, group)):
            raise Unclear
        self._make(name, group, (*arguments, *sorted(options.items())))
        return Work() if is_async else None

    def _make(self, name, group, arguments):
        self.calls.append(Call(name, group, repr(arguments)))

    def _computed(self, name, arguments, is_simple):
        """Records a computation as if it were a call of all ranks, because it may raise. It then
        raises on all ranks."""
        tensor = Tensor(f"{name}{arguments}", is_simple)
        if len(tensor.made) > _LONGEST:
            raise Unclear
        self._make("compute", self._everybody, tensor.made)
        return tensor


def _works(arguments, group):
    """Returns whether the call cannot raise: the call accepts the type of its tensor, and its root
    is in the group."""
    tensor, *root = arguments or [Tensor("", True)]
    return tensor.is_simple and all(type(r) is int and r in group.members for r in root)
