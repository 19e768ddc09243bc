"""Tests ddmin, HDD and ProbDD of bench/other_reducers.py on small planted failures. Runs no
script."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bench"))

import other_reducers as other  # noqa: E402

NECESSARY = [3, 40, 41, 77]

SCRIPT = """
import torch
for step in range(3):
    print(step)
    if step == 1:
        fails(step)
    else:
        print("else")
def unused():
    return 1
try:
    print("a")
finally:
    print("b")
"""
# The oracle: a script fails if it contains both words.
FAILS_IN_A_LOOP = """
import sys
text = open(sys.argv[1]).read()
sys.exit("fails(" not in text or "for" not in text)
"""


def shows_failure(dropped):
    return not dropped & set(NECESSARY)


class Items(unittest.TestCase):
    def test_ddmin_finds_the_necessary_ones(self):
        self.assertEqual(other.ddmin(range(100), shows_failure), NECESSARY)

    def test_prob_dd_finds_the_necessary_ones(self):
        self.assertEqual(sorted(other.prob_dd(range(100), shows_failure)), NECESSARY)

    def test_hdd_keeps_the_parents_of_the_necessary_ones(self):
        levels = [[(0, -1), (1, -1), (2, -1)], [(3, 0), (4, 1), (5, 1), (6, 2)], [(7, 4), (8, 3)]]
        asked = []

        def test(dropped):
            asked.append(dropped)
            return not dropped & {1, 4, 7}

        self.assertEqual(other.hdd(levels, test), [1, 4, 7])
        self.assertEqual(asked[-1], {0, 2, 3, 5, 6, 7})  # item 8 was dropped with item 0

    def test_nothing_is_necessary(self):
        for reducer in (other.ddmin, other.prob_dd):
            self.assertEqual(reducer(range(10), lambda dropped: True), [])
            self.assertEqual(reducer([], lambda dropped: False), [])


class Programs(unittest.TestCase):
    def test_an_emptied_block_is_a_pass(self):
        program = other.Program(
            "for x in y:\n    f(x)\nelse:\n    g()\ntry:\n    h()\nfinally:\n    i()"
        )
        self.assertEqual(program.size, 6)
        text = program.without({1, 2, 5})
        self.assertEqual(text, "for x in y:\n    pass\ntry:\n    h()\nfinally:\n    pass\n")

    def test_statements_know_their_levels(self):
        program = other.Program(
            "if a:\n    if b:\n        c()\nd()\nmatch e:\n    case 1:\n        f()"
        )
        self.assertEqual(program.levels, [[(0, -1), (3, -1), (4, -1)], [(1, 0), (5, 4)], [(2, 1)]])


class Reducers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def oracle(self, **limits):
        command = [sys.executable, "-S", "-c", FAILS_IN_A_LOOP]
        return other.Oracle(self.folder, command, 60, **limits)

    def test_leave_only_the_planted_failure(self):
        for tool in ("ddmin", "HDD", "ProbDD"):
            with self.subTest(tool):
                oracle = other.Oracle(self.folder / tool, self.oracle().command, 60)
                options = other.argparse.Namespace(ranks=1)
                result = other.TOOLS[tool](other.Work(SCRIPT, oracle, None, options))
                kept = "for step in range(3):\n    if step == 1:\n        fails(step)\n"
                self.assertEqual(result.text, kept)
                self.assertEqual(result.asked, oracle.asked())
                self.assertEqual(result.note, "")

    def test_stop_when_their_time_is_up(self):
        options = other.argparse.Namespace(ranks=1)
        work = other.Work(SCRIPT, self.oracle(ends=0), None, options)
        self.assertEqual(other.TOOLS["ddmin"](work), other.Result("", 0, other.TIME_LIMIT, 1))

    def test_ask_once_about_the_same_program(self):
        oracle = self.oracle()
        self.assertTrue(oracle.fails(SCRIPT))
        self.assertTrue(oracle.fails("# a comment\n" + SCRIPT))
        self.assertFalse(oracle.fails("fails(1)"))
        self.assertFalse(oracle.fails("for fails("))
        self.assertEqual(oracle.asked(), 2)
        self.assertEqual(oracle.smallest(), SCRIPT)

    def test_ask_from_another_process(self):
        command = other.shlex.join(self.oracle().command)
        program = [sys.executable, other.__file__, "ask", self.folder, command]
        file = self.folder / "candidate"
        for text, code in ((SCRIPT, 0), ("for x in y: pass", 1)):
            file.write_text(text)
            self.assertEqual(other.run([*program, 60, file], 60), (code, ""))
        self.assertEqual(self.oracle().asked(), 2)

    def test_size_does_not_depend_on_layout(self):
        self.assertEqual(other.size_of("a = 1; b = 2  # c\n"), other.size_of("a = 1\n\nb = 2"))


if __name__ == "__main__":
    unittest.main()
