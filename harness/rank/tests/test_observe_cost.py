"""Tests the measurement of `gridlock bench observe` with an observer of known cost."""

import contextlib
import time
import unittest
from unittest import mock

import support

from gridlock.start import zygote
from gridlock_testing import forked

CELL = {"compile": "before_fsdp", "backend": "aot_eager", "layers": 1}
SPUN = 0.02  # CPU seconds that the slow observer adds to each event


def spin(*_):
    until = time.thread_time() + SPUN
    while time.thread_time() < until:
        pass


@contextlib.contextmanager
def slow():
    """Makes the observer spin at each event."""
    from gridlock.compiler import frames
    from gridlock_testing import observed

    see = frames.Frames.on_event

    def spin_and_see(*arguments):
        spin()
        see(*arguments)

    with mock.patch.object(frames.Frames, "on_event", spin_and_see), observed.clocked() as seconds:
        yield seconds


class ObserveCost(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        zygote.preload()

    def test_a_slow_observer_is_seen_by_the_clock_and_in_turn(self):
        from gridlock_testing import interleaved_compiles, observed

        spec = forked.spec(support.DENSE, CELL, 1, "fork", "", {})
        cost = interleaved_compiles.train(spec, 1, slow, observed.nobody)
        self.assertGreater(cost["itself"][0], 10 * SPUN)  # a compilation has ten events or more
        self.assertGreater(cost["with"][0] - cost["without"][0], 5 * SPUN)

    def test_calls_are_counted_between_start_and_stop(self):
        from gridlock.compiler import events
        from gridlock_testing import observed

        calls = observed.Calls()
        events.listen(None)
        calls.start()
        events.listen(None)
        time.sleep(0)
        calls.stop()
        events.listen(None)
        self.assertEqual(calls.count, 1)


if __name__ == "__main__":
    unittest.main()
