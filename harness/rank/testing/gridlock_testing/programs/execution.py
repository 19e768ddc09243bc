"""Runs one program, from the fork of its ranks to its outcome."""

import ctypes
import itertools
import os
import pathlib
import resource
import signal
import tempfile
import time
import typing

from gridlock_testing.programs import board as boards
from gridlock_testing.programs import program as programs
from gridlock_testing.programs import threads

_PR_SET_PDEATHSIG = 1
_STILL_SECONDS = 0.3
_JOIN_SECONDS = 600
# Seconds after which a loop of gloo that is still polling counts as stuck. A message that no rank
# receives keeps the loop busy forever.
_SPIN_SECONDS = 3
# Seconds without progress after which a program on GPUs counts as stuck. The states of its threads
# do not show progress, because a GPU that waits for another GPU is busy.
_DEVICE_SECONDS = 3
# The time limit of a program in seconds. Small programs end earlier.
_RUN_SECONDS = 300


class CouldNotJoin(RuntimeError):
    """Raised if the ranks never created their groups, because of the machine or the program."""


class _Look(typing.NamedTuple):
    time: float
    threads: dict
    board: bytes


class Execution:
    """Runs one program. The constructor starts the ranks. The caller calls poll() until it returns
    an outcome, and then close(), even after an exception."""

    def __init__(self, program):
        self.program = programs.complete(program)
        self._folder = tempfile.TemporaryDirectory(prefix="gridlock-program-")
        self._slots = _number_slots(self.program["ranks"])
        self._board = boards.Board(sum(len(slots) for slots in self._slots))
        self._ends = {}  # rank → exit code, or -1 times the number of a signal
        self._began = time.monotonic()
        self._joined = None  # the time when all ranks had joined
        self._loops = threads.Loops()
        self._still = None  # the first look after which nothing has moved
        self._pids = {rank: self._fork(rank) for rank in range(len(self._slots))}

    def poll(self):
        """Returns the outcome once it is decided, and None before. The outcome is decided when
        nothing moves anymore, because the program has ended or hangs, or when the time limit has
        passed."""
        self._reap()
        if not self._board.all_joined():
            self._check_joining()
            return None
        self._joined = self._joined or time.monotonic()
        return self._outcome() if self._is_still() or self._is_late() else None

    def _is_still(self):
        board = self._board.bytes()
        since = self._still
        seconds = time.monotonic() - since.time if since and since.board == board else 0
        if 0 < seconds < self._still_seconds():
            return False
        if self.program.get("backend") == "nccl" and seconds > 0:
            return seconds >= _DEVICE_SECONDS or self._board.all_over()
        living = [pid for rank, pid in self._pids.items() if rank not in self._ends]
        seen = threads.look(living)
        if seen is None:
            return False
        if seconds == 0 or threads.moved(since.threads, seen, self._loops):
            self._still = _Look(time.monotonic(), seen, board)
            return False
        return threads.at_rest(since.threads, seen) or seconds >= _SPIN_SECONDS

    def _is_late(self):
        return time.monotonic() - self._joined > _RUN_SECONDS

    def close(self):
        living = [pid for rank, pid in self._pids.items() if rank not in self._ends]
        for pid in living:
            os.kill(pid, signal.SIGKILL)
        for pid in living:
            os.waitpid(pid, 0)
        self._board.close()
        self._folder.cleanup()

    def _still_seconds(self):
        return self.program.get("still_ms", 1000 * _STILL_SECONDS) / 1000

    def _fork(self, rank):
        parent = os.getpid()
        pid = os.fork()
        if pid:
            return pid
        try:
            _become_rank(parent, self._messages(rank))
            # Imported here, because the rest of this module does not need torch. If prepare() was
            # called, `rank` is already imported.
            from gridlock_testing.programs import rank as ranks

            ranks.be_rank(
                self.program,
                rank,
                self._slots_of(rank),
                self._board.all_joined,
                f"{self._folder.name}/store",
            )
        finally:
            os._exit(1)

    def _messages(self, rank):
        return pathlib.Path(self._folder.name) / f"messages.{rank}"

    def _reap(self):
        for rank, pid in self._pids.items():
            if rank not in self._ends:
                ended, status = os.waitpid(pid, os.WNOHANG)
                if ended:
                    self._ends[rank] = os.waitstatus_to_exitcode(status)

    def _slots_of(self, rank):
        return [self._board.slot(index) for index in self._slots[rank]]

    def _check_joining(self):
        late = time.monotonic() - self._began > _JOIN_SECONDS
        errors = [self._slots_of(rank)[0].error() for rank in self._pids]
        if self._ends or any(errors) or late:
            words = " ".join(filter(None, errors))
            raise CouldNotJoin(f"{self.program.get('name', 'a program')}: {words} {self._ends}")

    def _outcome(self):
        return {
            "name": self.program.get("name", ""),
            "ranks": [self._end_of(rank) for rank in self._pids],
        }

    def _end_of(self, rank):
        unfinished = "gone" if rank in self._ends else "moving" if self._is_late() else "hung"
        threads_of_rank = [self._thread(slot, unfinished) for slot in self._slots_of(rank)]
        state, error = self._state(rank, [thread["state"] for thread in threads_of_rank])
        return {"state": state, "error": error, "threads": threads_of_rank}

    def _thread(self, slot, unfinished):
        ends = {boards.RAISED: "raised", boards.ENDED: "ended", boards.RUNNING: unfinished}
        return {"state": ends[slot.state()], "returned": slot.returned(), "wrong": slot.wrong()}

    def _state(self, rank, of_threads):
        code = self._ends.get(rank)
        if code is not None and code < 0:
            return "died", f"{signal.Signals(-code).name} {self._last_words(rank)}".strip()
        if "raised" in of_threads:
            return "raised", " ".join(slot.error() for slot in self._slots_of(rank)).strip()
        if code is not None:
            return "exited", ""
        return next((state for state in ("moving", "hung") if state in of_threads), "ended"), ""

    def _last_words(self, rank):
        """Returns the message of the uncaught C++ exception that ended the rank, or ""."""
        lines = self._messages(rank).read_text(errors="replace").splitlines()
        said = [line.partition("what():")[2].strip() for line in lines if "what():" in line]
        return said[-1] if said else ""


def _number_slots(ranks):
    numbers = itertools.count()
    return [[next(numbers) for _ in threads_of_rank] for threads_of_rank in ranks]


def _become_rank(parent, messages):
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    file = os.open(messages, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(file, 1)
    os.dup2(file, 2)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
