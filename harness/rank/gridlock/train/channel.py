"""Passes messages from a rank to the harness.

A channel has two methods. In a rank of the harness, both are implemented in C++:

    phase(name, step=-1)   a phase begins: start, group, build, compile, step, done
    report(json_text)      one line of JSON
"""

import json
import math
import sys


def encode(message):
    """Returns the message as one line of JSON, with enough digits to restore every float.
    Non-finite floats become "nan", "inf" and "-inf"."""
    return json.dumps(_finite(message), allow_nan=False)


def _finite(value):
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value


class Stream:
    """A channel for use without the harness: writes reports to a stream and ignores phases."""

    def __init__(self, stream=None):
        self._stream = stream or sys.stdout

    def phase(self, name, step=-1):
        pass

    def report(self, json_text):
        self._stream.write(json_text + "\n")
        self._stream.flush()


class Memory:
    """A channel for tests: keeps all phases and reports."""

    def __init__(self):
        self.phases = []
        self.reports = []

    def phase(self, name, step=-1):
        self.phases.append((name, step))

    def report(self, json_text):
        self.reports.append(json.loads(json_text))
