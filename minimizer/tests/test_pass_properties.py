"""Tests that the result of any choice parses or is refused with one line. Tests that keeping all
pieces changes nothing."""

import ast
import pathlib
import random
import unittest

from gridlock_minimizer.finishing import finished
from gridlock_minimizer.passes.piece import KEEP
from gridlock_minimizer.passes.script import Edits, Launch, Script
from gridlock_minimizer.passes.table import PASSES
from gridlock_minimizer.syntax.canonical import canonical
from reducer import close

EXEC = pathlib.Path(__file__).parents[2] / "harness" / "exec" / "scripts"
SCRIPTS = [
    "hanging/compile_graph_break.py", "hanging/moe_without_tokens.py", "hanging/prefetch_thread_died.py",
    "hanging/parameter_server_extra_push.py", "hanging/pipeline_one_microbatch_short.py",
    "hanging/dcp_save_rank0.py", "healthy/slow_checkpoint.py", "healthy/dataloader_workers.py",
    "examples/fsdp2.py", "crashing/last_batch_smaller.py",
]  # fmt: skip
CHOICES = 4  # number of choices per pass and script


class Properties(unittest.TestCase):
    def each(self):
        for name in SCRIPTS:
            text = (EXEC / name).read_text()
            for kind, pieces in PASSES.items():
                launch = Launch(4, [["A", "1"]], ["x"])
                yield f"{name} {kind}", text, Edits(pieces, Script(ast.parse(text), launch))

    def test_keeping_all_gives_the_same_script(self):
        for name, text, edits in self.each():
            proposal = edits.apply([KEEP] * len(edits.pieces))
            self.assertEqual((name, proposal.refusal), (name, ""))
            self.assertEqual(proposal.canonical, canonical(ast.parse(text)))

    def test_random_choices_give_scripts(self):
        for seed, _, edits in self.each():
            chance = random.Random(seed)
            for _ in range(CHOICES if edits.pieces else 0):
                proposal = edits.apply(self.choices(edits.pieces, chance))
                if proposal.refusal:
                    self.assertNotIn("\n", proposal.refusal)
                    self.assertFalse(
                        proposal.refusal.startswith("does not parse"), seed + proposal.refusal
                    )
                else:
                    ast.parse(proposal.text)

    def test_forests_are_well_formed(self):
        for _, _, edits in self.each():
            for number, piece in enumerate(edits.pieces):
                self.assertLess(piece.parent, number)
                self.assertGreater(piece.weight, 0)
                self.assertTrue(all(0 <= n < len(edits.pieces) for n in piece.needs))

    def test_the_last_touch_changes_nothing_that_matters(self):
        for name in SCRIPTS:
            text = (EXEC / name).read_text()
            self.assertEqual(canonical(ast.parse(finished(text))), canonical(ast.parse(text)))

    @staticmethod
    def choices(pieces, chance):
        """Returns random choices, usually for few pieces and sometimes for many."""
        rate = chance.choice((0.05, 0.3, 0.8))
        choices = [
            chance.randrange(len(p.alternatives))
            if p.alternatives and chance.random() < rate
            else KEEP
            for p in pieces
        ]
        close(pieces, choices)
        return choices


if __name__ == "__main__":
    unittest.main()
