"""Selects the collectives to measure from the table of operations (harness/trace/operation.h)."""

import gridlock_ring

# Operations without functions of their own in torch.distributed. Coalesced operations consist of
# other operations, and a sparse all_reduce is an all_reduce of sparse tensors.
_MADE_OF_OTHERS = ("coalesced operations", "sparse all_reduce")

TABLE = {
    row["name"]: row
    for row in gridlock_ring.operations()
    if not row["point_to_point"] and row["name"] not in _MADE_OF_OTHERS
}


def _names(property):
    return tuple(name for name, row in TABLE.items() if row[property])


ALL = tuple(TABLE)
ROOTED = _names("rooted")
COLLECTING = _names("collects")  # the root collects; other roots send data
REDUCING = _names("reduces")
MOVING = _names("has_tensors")


def role(op, rank, root):
    if op not in ROOTED:
        return "member"
    return "root" if rank == root else "other"
