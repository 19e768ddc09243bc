"""Tests the measurement of the probe's cost on real ranks, with two variants whose steps are
interleaved."""

import unittest

import support

from gridlock_testing import forked, interleaved

_STEPS = 3
_DELAY = 1000  # seconds by which the test moves the clock


def _spec(**overrides):
    return forked.spec(support.DENSE, {"cp": 1}, 2, "fork", "", {"steps": _STEPS, **overrides})


class Interleaved(unittest.TestCase):
    def test_both_variants_make_all_steps_and_one_is_recorded(self):
        result = interleaved.train(_spec())
        self.assertEqual([len(result[v]) for v in ("with", "without")], [_STEPS, _STEPS])
        self.assertGreater(result["events"], 10)

    def test_what_a_step_of_one_variant_costs_is_seen(self):
        def sluggish(spec, channel):
            enter, clock, passed = channel.phase, interleaved.clock, 0

            def phase(name, step=-1):
                nonlocal passed
                enter(name, step)
                if name == "step":
                    passed += _DELAY

            channel.phase, interleaved.clock = phase, lambda: clock() + passed

        result = interleaved.train(_spec(), sluggish)
        last = {variant: result[variant][-1] for variant in ("with", "without")}
        self.assertGreater(last["with"], last["without"] + _DELAY / 2)

    def test_a_rank_that_fails_ends_both(self):
        self.assertIsNone(interleaved.train(_spec(case_dir="/nowhere")))


if __name__ == "__main__":
    unittest.main()
