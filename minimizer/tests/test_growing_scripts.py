"""Tests scripts of cells whose compile time explodes. The scripts run with two sizes."""

import unittest

from script_runs import run
from test_export import ROOT, exported


class GrowingScripts(unittest.TestCase):
    def test_compare_the_compile_times_of_two_sizes(self):
        ring = {"world_size": 4, "cp": 4, "compile": "before_fsdp"}
        axes = {**ring, "backend": "aot_eager_decomp_partition"}
        growth = {"axes": {"cp": 1, "world_size": 1}, "sizes": [2, 3], "least": 1, "highest": 3}
        text = exported(axes, ROOT / "cases" / "faults" / "partitioner_blowup", growth=growth)
        bound = "seconds[1] >= 1 and order > 3"
        self.assertIn(bound, text)
        # While other tests run, the second size may take many times as long as it takes alone.
        code, _, said = run(text.replace(bound, "seconds[1] >= 1 and order > 30"))
        self.assertEqual(code, 0)
        self.assertRegex(said, r"^verdict: pass: compile time grows like size\^-?\d")
        code, _, said = run(text.replace(bound, "seconds[1] > 0"))
        self.assertEqual(code, 1)
        self.assertRegex(said, r"^verdict: blow-up: compile time grows like size\^-?\d")


if __name__ == "__main__":
    unittest.main()
