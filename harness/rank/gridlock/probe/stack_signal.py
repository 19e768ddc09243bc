"""Answers the signal by which an observer requests the Python stacks of all threads. faulthandler
writes the stacks to a file in memory, which the observer reads. It needs no GIL and works even
while every thread is blocked. The observer sends the signal only if py-spy, the better tool, is
missing or not permitted."""

import contextlib
import faulthandler
import fcntl
import os
import signal

SIGNAL = 48  # kStacksSignal of harness/process/signals.h

# The descriptor is high, so that it never becomes a file of the program. A program that closes all
# descriptors and then opens files receives the lowest numbers.
_HIGHEST = 960


def answer_into(descriptor):
    """Writes stacks into a copy of `descriptor`, which the caller may close. Leaves a signal
    handler of the program in place."""
    if signal.getsignal(SIGNAL) is not signal.SIG_DFL:
        return
    with contextlib.suppress(OSError, ValueError):
        kept = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _HIGHEST)
        try:
            faulthandler.register(SIGNAL, file=kept, all_threads=True)
        except (OSError, RuntimeError):
            os.close(kept)
