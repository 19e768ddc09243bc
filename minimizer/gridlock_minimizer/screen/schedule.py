"""Whether all ranks of a script make the same collective calls to the end: then none of them hangs
in one.

Said only of scripts that are understood completely: each rank's statements are followed with the
values that decide which calls it makes. The calls are then played on the strictest model there is:
each one, asynchronous or not, waits for all members of its group. What comes to its end there does
so on every backend, since a backend only waits less. All else is let through: code that is not
understood, values that depend on data, messages between two ranks, arguments that differ.
"""

from gridlock_minimizer.screen.followed_values import Rank, Unclear
from gridlock_minimizer.screen.following import follow

_MOST_RANKS = 64


def completes(tree, ranks):
    """True: no rank hangs in a collective. False: nobody knows."""
    if not 0 < ranks <= _MOST_RANKS:
        return False
    try:
        return _play([follow(tree, Rank(rank, ranks)) for rank in range(ranks)])
    except (Unclear, RecursionError):
        return False


def _play(schedules):
    """Each schedule: the calls of a rank, in order. A call is made once all members of its group are
    at it."""
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
