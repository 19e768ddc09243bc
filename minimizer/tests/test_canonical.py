"""Tests that equivalent scripts have one canonical form, and that other scripts do not."""

import ast
import unittest

from gridlock_minimizer.syntax.canonical import canonical

SCRIPT = "def f(a):\n    b = a + 1\n    return [b for c in range(b)]\nprint(f(1))\n"

SAME = [
    "# a comment\n" + SCRIPT.replace("    ", "  "),
    SCRIPT.replace("b", "other"),
    SCRIPT.replace("f(a):", 'f(a):\n    """What it does."""').replace("    b", "    b"),
    '"""A module."""\n' + SCRIPT,
    SCRIPT.replace("f(a)", "f(z)").replace("a +", "z +"),
]

OTHER = [
    SCRIPT.replace("f(", "g("),
    SCRIPT.replace("+ 1", "+ 2"),
    SCRIPT.replace("a + 1", "b + 1"),
    SCRIPT.replace("f(1)", "f(a=1)"),
    SCRIPT.replace("range(b)", "range(a)"),
    SCRIPT + SCRIPT,
]


class Canonical(unittest.TestCase):
    def test_layout_docstrings_and_names_of_locals_do_not_count(self):
        for text in SAME:
            with self.subTest(text):
                self.assertEqual(canonical(ast.parse(text)), canonical(ast.parse(SCRIPT)))

    def test_all_else_counts(self):
        for text in OTHER:
            with self.subTest(text):
                self.assertNotEqual(canonical(ast.parse(text)), canonical(ast.parse(SCRIPT)))

    def test_parameters_that_are_given_by_name_keep_theirs(self):
        one = "def f(a):\n    return a\nf(a=1)\n"
        other = "def f(b):\n    return b\nf(a=1)\n"
        self.assertNotEqual(canonical(ast.parse(one)), canonical(ast.parse(other)))

    def test_a_function_that_asks_for_its_locals_keeps_their_names(self):
        one = "def f():\n    a = 1\n    return locals()\n"
        self.assertNotEqual(
            canonical(ast.parse(one)), canonical(ast.parse(one.replace("a =", "b =")))
        )


if __name__ == "__main__":
    unittest.main()
