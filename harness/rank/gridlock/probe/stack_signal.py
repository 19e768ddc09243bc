"""Answers the signal by which an observer requests the Python stacks of all threads:
faulthandler writes them to a file in memory that the observer reads, without the GIL and while
every thread is blocked. Used only if no better tool reads them from outside (py-spy is missing,
or not permitted)."""

import contextlib
import faulthandler
import fcntl
import os
import signal

SIGNAL = 48  # kStacksSignal of harness/process/signals.h

# A program that closes all descriptors and opens files gets the lowest numbers, and so never this
# one: the stacks are never written to the program's files.
_HIGHEST = 960


def answer_into(descriptor):
    """Answers into a copy of `descriptor`, which the caller may close. A handler of the program
    stays."""
    if signal.getsignal(SIGNAL) is not signal.SIG_DFL:
        return
    with contextlib.suppress(OSError, ValueError):
        kept = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _HIGHEST)
        try:
            faulthandler.register(SIGNAL, file=kept, all_threads=True)
        except (OSError, RuntimeError):
            os.close(kept)
