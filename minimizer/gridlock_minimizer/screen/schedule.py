"""Decides whether all ranks of a script complete all their collective calls. If so, no rank hangs
in a collective call.

The answer is yes only for scripts that are understood completely. The check follows each rank's
statements with the values that decide which calls the rank makes. Then it simulates the calls on
the strictest possible model: each call, asynchronous or not, waits for all members of its group.
Calls that complete on this model complete on every backend, because no backend waits for more.

The answer is no for all other scripts: they contain code that is not understood, values that depend
on data, messages between two ranks, or arguments that differ between ranks.
"""

from gridlock_minimizer.screen.followed_values import Rank, Unclear
from gridlock_minimizer.screen.following import follow

_MOST_RANKS = 64


def completes(tree, ranks):
    """Returns True if no rank hangs in a collective call, and False if that is unknown."""
    if not 0 < ranks <= _MOST_RANKS:
        return False
    try:
        return _play([follow(tree, Rank(rank, ranks)) for rank in range(ranks)])
    except (Unclear, RecursionError):
        return False


def _play(schedules):
    """Returns whether all schedules end. A schedule contains the calls of one rank, in order. A
    call completes once all members of its group have reached it."""
    at = [0] * len(schedules)
    while True:
        waiting = [s[i] if i < len(s) else None for s, i in zip(schedules, at)]
        if all(call is None for call in waiting):
            return True
        ready = next((call for call in waiting if call and _is_ready(call, waiting)), None)
        if ready is None:
            return False
        for member in ready.members:
            at[member] += 1


def _is_ready(call, waiting):
    return all(waiting[member] == call for member in call.members)
