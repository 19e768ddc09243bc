"""What the kernel says of a process's threads, and when it means that nothing moves."""

import os
import typing

_EPOLL = {"232", "281"}  # epoll_wait, epoll_pwait on x86-64
# A loop of gloo looks at its sockets every 10 ms. After so many looks no byte is on its way.
_LOOKS = 10


class Thread(typing.NamedTuple):
    asleep: bool
    scheduled: int  # how often the kernel ran it


def look(pids):
    """{folder in /proc: Thread} of all their threads; None while one of them is going away."""
    try:
        return {
            f"/proc/{pid}/task/{thread}": _look_at(f"/proc/{pid}/task/{thread}")
            for pid in pids
            for thread in os.listdir(f"/proc/{pid}/task")
        }
    except (FileNotFoundError, ProcessLookupError):
        return None


def _look_at(folder):
    stat = _read(f"{folder}/stat")
    return Thread(
        asleep=stat[stat.rindex(")") + 2] == "S",
        scheduled=int(_read(f"{folder}/schedstat").split()[2]),
    )


def _read(path):
    with open(path) as file:
        return file.read()


class Loops:
    """The threads that wait for sockets, again and again: gloo's, and the store's."""

    def __init__(self):
        self._known = set()

    def have(self, folder):
        if folder not in self._known and _waits_for_sockets(folder):
            self._known.add(folder)
        return folder in self._known


def _waits_for_sockets(folder):
    try:
        return _read(f"{folder}/syscall").split()[0] in _EPOLL
    except (FileNotFoundError, ProcessLookupError):
        return False


def moved(before, after, loops):
    """Something other than a loop ran between the two looks."""
    return before.keys() != after.keys() or any(
        (thread.scheduled != before[folder].scheduled or not thread.asleep)
        and not loops.have(folder)
        for folder, thread in after.items()
    )


def at_rest(before, after):
    """Given that only loops ran: each sleeps, after looks at its sockets that found nothing."""
    return all(
        after[folder].asleep and after[folder].scheduled - old.scheduled >= _LOOKS
        for folder, old in before.items()
        if after[folder] != old
    )
