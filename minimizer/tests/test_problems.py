"""Tests the scripts on which the minimizer is measured, and their optima."""

import ast
import pathlib
import sys
import unittest

from gridlock_minimizer.screen import refusal
from gridlock_minimizer.screen.schedule import completes

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "testing/scripts"))

import generate  # noqa: E402


class Problems(unittest.TestCase):
    def test_nothing_is_known_against_them(self):
        for problem in generate.PROBLEMS:
            _, pieces, optimum = generate.core_of(problem)
            with self.subTest(problem.name):
                script = ast.parse(generate.script_of(problem, pieces))
                self.assertEqual(refusal(script), "")
                self.assertEqual(refusal(ast.parse(optimum)), "")
                if problem.core.startswith("hang"):
                    self.assertFalse(completes(script, problem.ranks))
                    self.assertFalse(completes(ast.parse(optimum), 2))

    def test_they_are_as_long_as_they_should_be(self):
        for problem in generate.PROBLEMS:
            _, pieces, optimum = generate.core_of(problem)
            lines = generate.script_of(problem, pieces).count("\n")
            with self.subTest(problem.name):
                self.assertLess(abs(lines - problem.lines), 20 + problem.lines / 4)
                self.assertLess(optimum.count("\n"), 12)

    def test_each_is_made_once_and_the_same_again(self):
        names = [problem.name for problem in generate.PROBLEMS]
        self.assertEqual(len(names), len(set(names)))
        problem = generate.PROBLEMS[-1]
        _, pieces, _ = generate.core_of(problem)
        self.assertEqual(generate.script_of(problem, pieces), generate.script_of(problem, pieces))

    def test_a_handful_has_all_kinds(self):
        kinds = {p.core.split("_")[0] for p in generate.PROBLEMS if p.default}
        self.assertEqual(kinds, {"hang", "crash", "wrong"})


if __name__ == "__main__":
    unittest.main()
