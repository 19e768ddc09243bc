"""Tests the launcher of a script, which starts the ranks and checks them."""

import ast
import contextlib
import io
import sys
import unittest

from pass_examples import proposals

from gridlock_minimizer.launcher import checks
from gridlock_minimizer.launcher.minimized import MODES, with_launcher
from gridlock_minimizer.screen import refusal

SCRIPT = "import torch\n\nprint(torch)\n"
VALUES = {
    "compare": {"control": ["--control"], "bounds": {"loss": 1e-3}, "others": 1e-5},
    "measure growth": {"sizes": [8, 12], "least": 1, "highest": 3},
}
_SAYS_SIDE = """
import sys
loss = 2.0 if "--control" in sys.argv else 2.5
print('a rank {"step": 1, "loss": %r, "grad_norm": 1.0}{"step": 0, "loss": 2.0}' % loss)
"""


def launched(mode, **values):
    return with_launcher(SCRIPT, mode, **VALUES.get(mode, {}), **values)


class Launcher(unittest.TestCase):
    def test_comes_behind_imports_of_the_future(self):
        text = with_launcher("from __future__ import annotations\n" + SCRIPT, ranks=4)
        future = "from __future__ import annotations\nimport faulthandler, os, subprocess, sys\n"
        self.assertTrue(text.startswith(future), text)
        self.assertIn('"--nproc-per-node", "4", *sys.argv]', text)
        self.assertIn('"--standalone"', text)  # parallel launches then use different ports

    def test_is_short_and_whole(self):
        for mode in MODES:
            with self.subTest(mode):
                text = launched(mode)
                lines = [line for line in text.removesuffix(SCRIPT).splitlines() if line]
                self.assertLessEqual(len(lines), 7 if mode == "start" else 30)
                self.assertLessEqual(max(map(len, lines)), 100)
                self.assertEqual(refusal(ast.parse(text)), "")

    def test_has_what_it_is_given(self):
        text = launched("compare", arguments=["--numbers"])
        self.assertIn('*sys.argv, "--numbers"]', text)
        self.assertIn('compare(command, ["--control"], {"loss": 0.001}, 1e-05)', text)
        self.assertIn("measure_growth(command, [8, 12], 1, 3)", launched("measure growth"))
        self.assertNotIn("--control", launched("check finite"))

    def test_is_taken_away_by_its_pass(self):
        for mode in MODES:
            with self.subTest(mode):
                self.assertEqual([p.text for p in proposals("launcher", launched(mode))], [SCRIPT])


class Checks(unittest.TestCase):
    def verdict(self, check, code, *arguments, words=()):
        """Returns the check's result, or the last line that the check prints on standard error."""
        errors = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(errors):
            verdict = check([sys.executable, "-c", code, *words], *arguments)
        return verdict or errors.getvalue().splitlines()[-1]

    def test_the_first_number_beyond_its_bound_is_wrong(self):
        def verdict(bounds, others):
            return self.verdict(checks.compare, _SAYS_SIDE, ["--control"], bounds, others)

        wrong = "verdict: wrong loss: 2.5 in step 1, 2.0 with --control (relative bound 1e-05)"
        same = "verdict: pass: the script and its control print the same numbers"
        self.assertEqual(verdict({}, 1e-5), wrong)
        self.assertEqual(verdict({"loss": 0.3}, 1e-5), same)
        self.assertEqual(verdict({"grad_norm": 1e-5}, None), same)

    def test_a_number_that_is_not_finite_is_wrong(self):
        for value, verdict in (
            ("NaN", "verdict: wrong loss: nan in step 3"),
            ("1.5", "verdict: pass: all numbers are finite"),
        ):
            code = f"""print('{{"step": 3, "loss": {value}}}')"""
            self.assertEqual(self.verdict(checks.check_finite, code), verdict)

    def test_compile_time_is_compared_between_two_sizes(self):
        code = "import sys; print('compile seconds:', sys.argv[1])"
        for least, highest, verdict in (
            (1, 0.5, "verdict: blow-up: compile time grows like size^1.0"),
            (1, 3, "verdict: pass: compile time grows like size^1.0"),
            (11, 0.5, "verdict: pass: compile time grows like size^1.0"),
        ):
            sizes = [1, 10]
            found = self.verdict(checks.measure_growth, code, sizes, least, highest, words=["{}"])
            self.assertEqual(found, verdict)

    def test_each_rank_has_to_capture_a_graph(self):
        told = "print('rank 10: no graph was captured\\nrank 2: no graph was captured')"
        self.assertEqual(
            self.verdict(checks.check_captured, told),
            "verdict: not_compiled: rank 2, 10: no graph was captured",
        )
        self.assertEqual(
            self.verdict(checks.check_captured, ""), "verdict: pass: every rank captured a graph"
        )

    def test_ranks_that_fail_end_it_with_their_exit_code(self):
        with self.assertRaises(SystemExit) as ended:
            self.verdict(checks.check_captured, "raise SystemExit(3)")
        self.assertEqual(ended.exception.code, 3)


if __name__ == "__main__":
    unittest.main()
