"""The collectives: one row each, named as the probe names them (harness/trace/operation.h)."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Collective:
    rooted: bool = False
    collects: bool = False  # at its root; in other rooted ones, data comes from there
    reduces: bool = False
    has_tensors: bool = True


TABLE = {
    "broadcast": Collective(rooted=True),
    "reduce": Collective(rooted=True, collects=True, reduces=True),
    "gather": Collective(rooted=True, collects=True),
    "scatter": Collective(rooted=True),
    "all_reduce": Collective(reduces=True),
    "all_reduce_coalesced": Collective(reduces=True),
    "all_gather": Collective(),
    "all_gather_into_tensor": Collective(),
    "all_gather_coalesced": Collective(),
    "reduce_scatter": Collective(reduces=True),
    "reduce_scatter_tensor": Collective(reduces=True),
    "all_to_all_single": Collective(),
    "all_to_all": Collective(),
    "barrier": Collective(has_tensors=False),
    "monitored_barrier": Collective(has_tensors=False),
}


def _names(property):
    return tuple(name for name, row in TABLE.items() if getattr(row, property))


ALL = tuple(TABLE)
ROOTED = _names("rooted")
COLLECTING = _names("collects")
REDUCING = _names("reduces")
MOVING = _names("has_tensors")


def role(op, rank, root):
    if op not in ROOTED:
        return "member"
    return "root" if rank == root else "other"
