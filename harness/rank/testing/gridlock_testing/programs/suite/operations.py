"""The collectives by what can be asked of them."""

ROOTED = ("broadcast", "reduce", "gather", "scatter")
COLLECTING = ("reduce", "gather")  # data goes to the root; in other rooted ones it comes from there
REDUCING = (
    "all_reduce",
    "all_reduce_coalesced",
    "reduce",
    "reduce_scatter",
    "reduce_scatter_tensor",
)
MOVING = ROOTED + (
    "all_reduce",
    "all_reduce_coalesced",
    "all_gather",
    "all_gather_into_tensor",
    "all_gather_coalesced",
    "reduce_scatter",
    "reduce_scatter_tensor",
    "all_to_all_single",
    "all_to_all",
)
WITHOUT_TENSORS = ("barrier", "monitored_barrier")
ALL = MOVING + WITHOUT_TENSORS


def role(op, rank, root):
    if op not in ROOTED:
        return "member"
    return "root" if rank == root else "other"
