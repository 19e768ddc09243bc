"""Reads the kernel's data about the threads of processes, and decides whether anything still
moves."""

import os
import typing

_EPOLL = {"232", "281"}  # epoll_wait, epoll_pwait on x86-64
# If a loop has polled this often without an event, no byte is in transit. gloo's loops poll every
# 10 ms.
_LOOKS = 10


class Thread(typing.NamedTuple):
    asleep: bool
    scheduled: int  # how often the kernel has run the thread


def look(pids):
    """Returns {folder in /proc: Thread} for all threads of the processes. Returns None if a thread
    is exiting."""
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
    """The threads that repeatedly wait for sockets: those of gloo and of the store."""

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
    """Returns whether a thread that is not in `loops` has run between the two looks."""
    return before.keys() != after.keys() or any(
        (thread.scheduled != before[folder].scheduled or not thread.asleep)
        and not loops.have(folder)
        for folder, thread in after.items()
    )


def at_rest(before, after):
    """Returns whether each of the Loops is asleep again after polls that found nothing on its
    sockets. Requires that no other thread has run."""
    return all(
        after[folder].asleep and after[folder].scheduled - old.scheduled >= _LOOKS
        for folder, old in before.items()
        if after[folder] != old
    )
