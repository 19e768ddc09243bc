"""Tests passes that leave out statements, blocks and launchers, each on a script of a few lines."""

import unittest

from pass_examples import Examples, proposals


class Statements(Examples):
    def test_what_starts_the_ranks_goes_as_one_piece(self):
        self.expect(
            "launcher",
            """
import os, subprocess, sys
def start():
    return subprocess.call(["torchrun", *sys.argv])
def main():
    if "RANK" in os.environ:
        return train()
    return start()
def train():
    return 1
if os.environ.get("RANK") is None and len(sys.argv) > 1:
    sys.exit(start())
main()""",
            "def main():\n    return train()\n\n\ndef train():\n    return 1\n\n\nmain()",
        )

    def test_a_script_is_no_module_and_its_main_no_exit_code(self):
        text = "import sys\ndef main():\n    print()\nif __name__ == '__main__':\n    sys.exit(main())"
        self.expect("launcher", text, "def main():\n    print()\n\n\nmain()",
                    "import sys\n\n\ndef main():\n    print()\n\n\nsys.exit(main())")  # fmt: skip

    def test_other_variables_of_the_environment_are_left_alone(self):
        self.expect("launcher", 'import os\nif "DEBUG" in os.environ:\n    print(1)')

    def test_a_statement_goes_with_all_that_need_it(self):
        self.expect("statements", "x = 1\ny = x + 1\nprint(y)\nprint(2)", "print(2)", "print(2)",
                    "print(2)", "x = 1\ny = x + 1\nprint(y)")  # fmt: skip

    def test_what_was_used_only_by_a_dropped_statement_goes_along(self):
        self.expect("statements", "import os\ndef f(): return 1\nprint(f(), os)\nprint(2)", "print(2)", "print(2)",
                    "print(2)", "import os\n\n\ndef f():\n    return 1\n\n\nprint(f(), os)")  # fmt: skip

    def test_what_was_unused_from_the_start_stays(self):
        self.expect(
            "statements",
            "import os\nx = 1\nprint(2)",
            "import os\n\nprint(2)",
            "import os\n\nx = 1",
        )

    def test_statements_that_cannot_be_reached_go_with_what_made_them_so(self):
        text = "def f():\n    if input():\n        return 1\n    return 2\nprint(f())"
        self.assertIn(
            "def f():\n    return 1\n\n\nprint(f())\n",
            [p.text for p in proposals("statements", text)],
        )

    def test_a_value_that_is_made_twice_needs_no_certain_statement(self):
        [first, *_] = proposals("statements", "x = 1\nif input():\n    x = 2\nprint(x)")
        self.assertEqual(first.refusal, "")
        self.assertIn("print(x)", first.text)

    def test_a_field_goes_with_its_arguments(self):
        text = "from typing import NamedTuple\nclass C(NamedTuple):\n    a: int\n    b: int\nprint(C(1, b=2), C(3, 4))"
        texts = [p.text for p in proposals("statements", text)]
        self.assertTrue(
            any(t and t.endswith("    b: int\n\n\nprint(C(b=2), C(4))\n") for t in texts)
        )

    def test_whoever_reads_an_attribute_needs_it_wherever_the_object_came_from(self):
        text = """
class C:
    def __init__(self):
        self.x = 1
def make():
    c = C()
    return c, 2
d, e = make()
print(d.x)
print(2)"""
        proposal = list(proposals("statements", text))[2]  # the proposal to drop self.x = 1
        self.assertNotIn("d.x", proposal.text)

    def test_whoever_calls_a_module_needs_its_forward_and_its_result(self):
        text = """
import torch.nn as nn
class M(nn.Module):
    def forward(self, x):
        return x
model = M()
y = model(1)
print(2)"""
        for number in (1, 2):  # the statement in forward, then its return
            proposal = list(proposals("statements", text))[number]
            self.assertNotIn("y = ", proposal.text)
            self.assertIn("print(2)", proposal.text)

    def test_blocks_are_unwrapped(self):
        for text, unwrapped in {
            "if a():\n    b()\nelse:\n    c()": ["b()", "c()"],
            "with a() as x:\n    f(x)": ["x = a()\nf(x)"],
            "try:\n    f()\nexcept ValueError:\n    pass\nfinally:\n    g()": ["f()\ng()"],
        }.items():
            with self.subTest(text):
                text = "from m import *\n" + text
                texts = [p.text for p in proposals("statements", text)]
                for wanted in unwrapped:
                    self.assertIn(
                        "from m import *\n\n" + wanted + "\n",
                        [t.replace("*\n", "*\n\n").replace("\n\n\n", "\n\n") for t in texts],
                    )

    def test_loops_run_once_or_twice(self):
        self.expect("rounds", "for i in range(3):\n    print(i)", "i = 0\nprint(i)",
                    "for i in range(2):\n    print(i)")  # fmt: skip
        self.expect("rounds", "for i, x in enumerate([7, 8]):\n    print(i, x)",
                    "i, x = (0, 7)\nprint(i, x)")  # fmt: skip
        self.expect("rounds", "for i in iter(int, 1):\n    print(i)",
                    "i = next(iter(iter(int, 1)))\nprint(i)")  # fmt: skip
        self.expect("rounds", "while input():\n    print()", "print()")
        self.expect("rounds", "print([input() for _ in range(4)])", "print([input() for _ in range(1)])",
                    "print([input() for _ in range(2)])")  # fmt: skip

    def test_a_loop_that_is_left_early_only_becomes_shorter(self):
        loop = "for i in range({}):\n    if i:\n        break\n    print(i)"
        self.expect("rounds", loop.format(3), loop.format(1), loop.format(2))


if __name__ == "__main__":
    unittest.main()
