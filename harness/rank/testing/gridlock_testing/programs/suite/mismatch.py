"""Judges the outcome if some ranks of a group make one call and the other ranks make a different
call."""

from gridlock_testing.programs.suite import ends


def judge(calls, outcome, needs):
    """Returns fits, wrong, abort, hang or mixed. `calls` has the only call of each rank.

    hang means that no result is wrong, and that each rank that needs a rank with a different call
    waits forever, as if the needed rank made no call.
    """
    found = ends(outcome)
    if any(end in ("died", "raised") for end in found):
        return "abort"
    if all(end == "ended" for end in found):
        return "fits"
    if all(end in ("ended", "wrong") for end in found):
        return "wrong"
    if "wrong" in found or not _as_if_absent(calls, found, needs):
        return "mixed"
    return "hang"


def _as_if_absent(calls, found, needs):
    waiting = {
        rank
        for rank, mine in enumerate(calls)
        for other, theirs in enumerate(calls)
        if theirs != mine and needs.waits(mine["op"], rank, other, mine.get("root", 0), len(calls))
    }
    return all(found[rank] == "hung" for rank in waiting)
