"""Captures what a case's code prints within the steps of a training run: writes to sys.stdout, and
messages of loggers other than torch's."""

import logging
import sys
from unittest import mock

import torch

_MOST_LINES, _MOST_CHARACTERS = 40, 200  # limits per step


class Printed:
    """A context that records what the code within it prints."""

    def __init__(self):
        self._parts = []

    def take(self):
        """Returns the lines since the previous call of take(). If there were too many, the last
        line has the number of dropped lines."""
        lines = "".join(self._parts).splitlines()
        self._parts.clear()
        shown = [line[:_MOST_CHARACTERS] for line in lines[:_MOST_LINES]]
        more = len(lines) - len(shown)
        return [*shown, f"{more} more line{'s' if more > 1 else ''}"] if more else shown

    def __enter__(self):
        self._patches = [mock.patch.object(logging.Logger, "callHandlers", self._seeing_messages())]
        if sys.stdout is not None:
            self._patches.append(mock.patch.object(sys.stdout, "write", self._seeing_text()))
        for patch in self._patches:
            patch.start()
        return self

    def __exit__(self, *_):
        for patch in self._patches:
            patch.stop()

    # Compiled regions call both `see` functions, but Dynamo must not compile these functions.

    def _seeing_text(self):
        write = sys.stdout.write

        @torch._dynamo.disable
        def see(text):
            self._parts.append(text)
            return write(text)

        return see

    def _seeing_messages(self):
        call_handlers = logging.Logger.callHandlers

        @torch._dynamo.disable
        def see(logger, record):
            if not record.name.startswith("torch"):
                self._parts.append(f"{record.name}: {record.getMessage()}\n")
            call_handlers(logger, record)

        return see
