"""Provides contexts for training runs: one without the observer of the compiler, and one with a
clock around the observer.

The observer consists of gridlock.compiler, and of gridlock.train.watching, which uses
gridlock.compiler in a rank.
"""

import contextlib
import sys
import time
from unittest import mock

import torch

from gridlock.train import watching

_OBSERVER = ("/gridlock/compiler/", "/gridlock/train/watching.py")


@contextlib.contextmanager
def nobody():
    """Switches the observer off. Then the phase "compile" and its memory peak are not reported,
    either."""
    with mock.patch.object(watching, "compiler", lambda *_: contextlib.nullcontext()):
        yield


@contextlib.contextmanager
def clocked():
    """Yields a list of CPU seconds. It gets an entry for each call with which torch notifies the
    observer."""
    seconds = []
    events, callbacks = watching.observing.events, watching.callback_handler
    with (
        _clocking(events, "listen", seconds),
        _clocking(callbacks, "register_start_callback", seconds),
        _clocking(callbacks, "register_end_callback", seconds),
    ):
        yield seconds
    callbacks.clear()  # the observer cannot remove the wrapped callbacks itself


def _clocking(owner, name, seconds):
    """Patches owner.NAME(listener) so that it registers a wrapper, which times each call of the
    listener."""
    register = getattr(owner, name)
    return mock.patch.object(owner, name, lambda listener: register(_clock(listener, seconds)))


def _clock(listener, seconds):
    if listener is None:
        return None

    @torch._dynamo.disable
    def clocked_listener(*arguments):
        began = time.thread_time()
        try:
            return listener(*arguments)
        finally:
            seconds.append(time.thread_time() - began)

    return clocked_listener


class Calls:
    """Counts the calls of the observer's functions in this thread between start() and stop()."""

    def __init__(self):
        self.count = 0

    def start(self):
        sys.setprofile(self._see)

    def stop(self):
        sys.setprofile(None)

    def _see(self, frame, event, _):
        path = frame.f_code.co_filename
        if event == "call" and any(part in path for part in _OBSERVER):
            self.count += 1
