"""Answers the signal by which an observer requests the Python stacks of all threads. faulthandler
writes the stacks to a file in memory that the observer reads, without the GIL and even while every
thread is blocked. The observer sends the signal only if py-spy, the better tool, is missing or not
permitted."""

import contextlib
import faulthandler
import fcntl
import os
import signal

SIGNAL = 48  # kStacksSignal of harness/process/signals.h

# A high descriptor, because a program that closes all descriptors and opens files receives the
# lowest numbers. The stacks are therefore never written to the program's files.
_HIGHEST = 960


def answer_into(descriptor):
    """Writes stacks into a copy of `descriptor`, which the caller may close. A signal handler of
    the program is not replaced."""
    if signal.getsignal(SIGNAL) is not signal.SIG_DFL:
        return
    with contextlib.suppress(OSError, ValueError):
        kept = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _HIGHEST)
        try:
            faulthandler.register(SIGNAL, file=kept, all_threads=True)
        except (OSError, RuntimeError):
            os.close(kept)
