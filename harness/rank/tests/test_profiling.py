"""Tests torch.profiler's trace of a cell's last step."""

import gzip
import json
import os
import tempfile
import unittest
from types import SimpleNamespace

from support import in_child


def names_of(path):
    with gzip.open(path, "rt") as file:
        return {event.get("name") for event in json.load(file)["traceEvents"]}


def profile(folder, steps=3, fails=False):
    """Returns the calls of three callbacks. Each step computes a different function."""

    def child():
        import torch
        from torch.testing._internal.distributed.fake_pg import FakeStore

        from gridlock.train import profiling

        torch.distributed.init_process_group("fake", store=FakeStore(), rank=1, world_size=2)
        seen = []
        callbacks = {
            "before_step": seen.append,
            "after_step": lambda *numbers: seen.append(numbers),
        }
        compute = (torch.sin, torch.cos, torch.tan)
        try:
            with profiling.last_step(folder, SimpleNamespace(steps=steps), callbacks) as profiled:
                for number in range(steps):
                    profiled["before_step"](number)
                    compute[number](torch.ones(3))
                    if fails and number == steps - 1:
                        raise ValueError("in the last step")
                    profiled["after_step"](number, 0.5, 1.5)
        except ValueError:
            seen.append("raised")
        with torch.profiler.profile():  # another profiler can start
            pass
        return seen

    return in_child(child)


class LastStep(unittest.TestCase):
    def test_is_all_that_is_traced(self):
        with tempfile.TemporaryDirectory() as folder:
            evidence = os.path.join(folder, "cell", "torch_profile")
            seen = profile(evidence)
            self.assertEqual(os.listdir(evidence), ["rank1.json.gz"])
            names = names_of(os.path.join(evidence, "rank1.json.gz"))
        self.assertEqual(seen, [number for k in range(3) for number in (k, (k, 0.5, 1.5))])
        self.assertLessEqual({"step 2", "aten::tan"}, names)
        self.assertTrue(names.isdisjoint({"step 1", "aten::sin", "aten::cos"}))

    def test_may_be_the_only_one(self):
        with tempfile.TemporaryDirectory() as folder:
            profile(folder, steps=1)
            self.assertIn("aten::sin", names_of(os.path.join(folder, "rank1.json.gz")))

    def test_that_raises_ends_the_profiler(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(profile(folder, fails=True)[-1], "raised")
            self.assertEqual(os.listdir(folder), [])

    def test_nothing_is_traced_without_a_folder(self):
        self.assertEqual(profile(None, steps=1), [0, (0, 0.5, 1.5)])


if __name__ == "__main__":
    unittest.main()
