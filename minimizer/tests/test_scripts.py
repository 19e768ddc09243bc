"""Tests scripts by running them. Scripts of passing cells compute the same bits as the cells.
Scripts of failing cells fail as the cells do."""

import json
import unittest

from script_runs import Started, run
from test_export import RING, ROOT, exported, spec

from gridlock_testing import forked, modules

modules.preload_once()

PAIR = {"world_size": 2}
CELLS = [
    {"precision": "fp16", "fsdp": "hybrid_shard", **RING},
    {"compile": "before_fsdp", "backend": "aot_eager", "cp": 2, "activation_checkpointing": True},
]


def fault(name, axes=(), **request):
    return exported({"faulty_rank": 1, **dict(axes)}, ROOT / "cases" / "faults" / name, **request)


class Scripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.hangs = Started(fault("missing_rank", limit=60))  # runs while the other scripts run
        cls.addClassCleanup(cls.hangs.stop)

    def test_train_the_bits_of_their_cells(self):
        for axes in CELLS:
            with self.subTest(axes=axes):
                code, printed, said = run(exported(axes), "--numbers")
                self.assertEqual(code, 0, said)
                steps = [json.loads(line) for line in printed.splitlines()]
                [cell] = forked.train(ROOT / "cases" / "dense", [axes], 4, seed=9)
                self.assertEqual([s["loss"] for s in steps], forked.losses(cell))
                self.assertEqual([s["grad_norm"] for s in steps], forked.grad_norms(cell))

    def test_say_which_rank_crashed(self):
        code, _, said = run(fault("rank_raises", PAIR))
        self.assertEqual((code, said), (1, "verdict: crash: rank 1: ValueError: planted"))

    def test_say_where_ranks_hang(self):
        code, _, said = self.hangs.end()
        self.assertEqual(code, 1)
        where = r"rank 0, 2, 3: \w+, line \d+; rank 1: "
        self.assertRegex(said, rf"^verdict: hang: no output for 60 s; {where}")

    def test_compare_their_sides(self):
        control = spec(ROOT / "cases" / "dense", {"fsdp": "replicate", **PAIR})
        asked = {"control": control, "verdict": "wrong"}
        close = exported(PAIR, bounds={"loss": 1e-5, "grad_norm": 1e-5}, **asked)
        self.assertEqual(run(close)[0], 0)
        code, _, said = run(exported(PAIR, bounds={"loss": 0.0, "grad_norm": 0.0}, **asked))
        self.assertEqual(code, 1)
        self.assertRegex(said, r"^verdict: wrong \w+: \S+ in step \d, \S+ with --control ")

    def test_name_the_ranks_that_captured_nothing(self):
        code, _, said = run(exported(PAIR, verdict="not_compiled"))
        self.assertEqual(code, 1)
        self.assertEqual(said, "verdict: not_compiled: rank 0, 1: no graph was captured")


if __name__ == "__main__":
    unittest.main()
