"""Answers the signal with which an observer requests the Python stacks of all threads. faulthandler
writes the stacks to a file in memory, and the observer reads the file. faulthandler needs no GIL
and works even while every thread is blocked. The observer sends the signal only if py-spy, the
better tool, is missing or not permitted."""

import contextlib
import faulthandler
import fcntl
import os
import signal

SIGNAL = 48  # kStacksSignal of harness/process/signals.h

# The descriptor of the stacks gets this number or a higher one. A program that closes all
# descriptors and then opens files gets the lowest numbers for its files.
_HIGHEST = 960


def answer_into(descriptor):
    """Writes stacks to a copy of `descriptor` when the signal arrives. The caller may close
    `descriptor`. If the program has its own handler for the signal, that handler stays."""
    if signal.getsignal(SIGNAL) is not signal.SIG_DFL:
        return
    with contextlib.suppress(OSError, ValueError):
        kept = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _HIGHEST)
        try:
            faulthandler.register(SIGNAL, file=kept, all_threads=True)
        except (OSError, RuntimeError):
            os.close(kept)
