"""Tests passes that replace computations with values, each on a script of a few lines."""

import ast
import unittest

from gridlock_minimizer.passes.script import Launch
from pass_examples import Examples, proposals


class Values(Examples):
    def test_a_table_that_is_only_looked_up_becomes_its_entry(self):
        text = "def f():\n    return 1\ndef g():\n    return 2\nTABLE = {'f': f, 'g': g}\nprint(TABLE['f']())"
        self.expect("lookups", text, "def f():\n    return 1\n\n\nprint(f())")
        self.expect("lookups", text + "\nprint(TABLE)")
        self.expect("lookups", "TABLE = {1: input()}\nprint(TABLE[1])")

    def test_options_become_values(self):
        text = """
import argparse
p = argparse.ArgumentParser()
p.add_argument("--lr", type=float, default=1.0, help="rate")
p.add_argument("--fast", action="store_true")
p.add_argument("files", nargs="*")
o = p.parse_args()
print(o.lr, o.fast, o.files)"""
        [proposal] = proposals("options", text, Launch(2, [], ["--lr", "2", "a"]))
        self.assertEqual(
            proposal.text,
            "import argparse\n\no = argparse.Namespace(lr=2.0, fast=False, files=[\"a\"])\n"
            "print(o.lr, o.fast, o.files)\n",
        )
        self.assertEqual(proposal.launch.arguments, [])
        inside = "import argparse\ndef options():\n    p = argparse.ArgumentParser()\n    p.add_argument('--lr')\n    return p.parse_args()"
        [proposal] = proposals("options", inside)
        self.assertIn("    return argparse.Namespace(lr=None)\n", proposal.text)
        self.expect("options", text.replace("type=float", "type=open"))
        self.assertEqual([*proposals("options", text, Launch(2, [], ["--unknown"]))], [])

    def test_results_that_nobody_reads_go(self):
        self.expect("results", "def f(x):\n    return x, input(), 2\na, b, c = f(1)\nprint(a, b)",
                    "def f(x):\n    return x, input()\n\n\na, b = f(1)\nprint(a, b)")  # fmt: skip
        self.expect("results", "def f():\n    return 1, input()\na, b = f()\nprint(a)",
                    "def f():\n    input()\n    return 1\n\n\na = f()\nprint(a)")  # fmt: skip
        self.expect("results", "def f():\n    print()\n    return 1\nf()",
                    "def f():\n    print()\n    return\n\n\nf()")  # fmt: skip
        self.expect("results", "def f():\n    return 1, 2\nprint(f()[0])")

    def test_a_result_that_is_none_is_not_returned(self):
        self.expect("results", "def f():\n    print()\ndef g():\n    return f()\nx = g()",
                    "def f():\n    print()\n\n\ndef g():\n    f()\n    return\n\n\nx = g()")  # fmt: skip

    def test_methods_that_return_an_expression(self):
        text = """
class M:
    def __init__(self):
        self.a = 1
    def parts(self, k):
        return [self.a, k]
m = M()
print(m.parts(2))"""
        self.expect("methods", text, """
class M:
    def __init__(self):
        self.a = 1


m = M()
print([m.a, 2])""")

    def test_a_list_of_modules_becomes_the_first(self):
        text = """
from torch import nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(k, 2) for k in range(3))
    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x
m = M()
print([b for b in m.blocks], m.blocks[0])"""
        new = text.replace("nn.ModuleList(nn.Linear(k, 2) for k in range(3))", "nn.Linear(0, 2)")
        new = new.replace("in self.blocks", "in [self.blocks]").replace("in m.blocks", "in [m.blocks]")
        new = new.replace("m.blocks[0]", "m.blocks")
        [proposal] = proposals("containers", text)
        self.assertEqual(ast.dump(ast.parse(proposal.text)), ast.dump(ast.parse(new)))
        self.expect("containers", text + "\nprint(len(m.blocks))")

    def test_all_that_changes_nothing_goes_at_once(self):
        self.expect("straighten", """
import torch
SIZES = {"small": 2, "large": 9}
WORDS = {"a": torch.ones, "b": torch.zeros}
class M(torch.nn.Module):
    def parts(self):
        return [self]
def build(kind):
    model = M()
    return model, WORDS[kind](SIZES["small"])
def nothing():
    pass
def train(model, x):
    for part in model.parts():
        print(part(x))
    nothing()
def main():
    model, x = build("a")
    train(model, x)
main()""", """
import torch


class M(torch.nn.Module):
    pass


model = M()
x = torch.ones(2)
print(model(x))""")  # fmt: skip

    def test_the_order_of_what_is_done_stays(self):
        self.expect("straighten", "def f():\n    return input()\nx = f()\nprint(1)\nprint(x)",
                    "x = input()\nprint(1)\nprint(x)")  # fmt: skip

    def test_tuples(self):
        self.expect("tuples", "a, b = 1, print()\nprint(b)", "b = print()\nprint(b)")
        self.expect(
            "tuples", "a, b = 1, 2\na, b = b, a\nprint(a)", "a = 1\nb = 2\na, b = (b, a)\nprint(a)"
        )

    def test_variables(self):
        self.expect("variables", "x = 1\nprint(x, x)", "print(1, 1)")
        self.expect("variables", "x = print()\nprint(x)", "print(print())")
        self.expect("variables", "x = print()\nprint(2)\nprint(x)")
        self.expect("variables", "x = print()\nprint(lambda: x)")
        self.expect("variables", "def f(x):\n    x = x + 1\n    return x\nprint(f(1))",
                    "def f(x):\n    return x + 1\n\n\nprint(f(1))")  # fmt: skip

    def test_a_name_bound_again_is_a_variable_from_each_binding_to_the_next(self):
        self.expect("variables", "def f(x):\n    x = abs(x)\n    print(x)\n    x = x + 1\n    x = str(x)\n    return x",
                    "def f(x):\n    x = abs(x)\n    print(x)\n    x = str(x + 1)\n    return x",
                    "def f(x):\n    x = abs(x)\n    print(x)\n    x = x + 1\n    return str(x)")  # fmt: skip
        self.expect("variables", "def f(x):\n    h = x\n    h = max(h, h)\n    return x, h, h",
                    "def f(x):\n    h = max(x, x)\n    return x, h, h")  # fmt: skip

    def test_a_name_that_is_not_bound_again_for_certain_stays(self):
        self.expect("variables", "def f(x):\n    h = x\n    x = abs(1)\n    h = abs(h)\n    return x, h, h")
        self.expect("variables", "def f(x):\n    h = abs(x)\n    if x:\n        h = abs(1)\n    return h + 1")
        self.expect("variables", "def f(x):\n    h = abs(x)\n    h += 1\n    return h + 1")
        self.expect("variables", "h = abs(1)\nh = abs(2)\ndef f():\n    return h + 1")
        self.expect("variables", "for k in abs():\n    print(h)\n    h = abs(k)\n    h = abs(h)")

    def test_what_a_function_computes_last_is_returned(self):
        self.expect("returned", "def f(x):\n    h = abs(x)\n    return x", "def f(x):\n    return abs(x)")
        self.expect("returned", "def f(x):\n    abs(x)\n    return x", "def f(x):\n    return abs(x)")
        self.expect("returned", "def f(x):\n    h = abs(x)\n    return abs(h)")

    def test_a_sequence_of_one_module_is_that_module(self):
        self.expect("containers", "from torch import nn\nm = nn.Sequential(nn.ReLU())", "from torch import nn\n\nm = nn.ReLU()")
        self.expect("containers", "from torch import nn\nm = nn.Sequential(*input())")
        self.expect("containers", "from torch import nn\nm = nn.Sequential(nn.ReLU(), nn.ReLU())")

    def test_what_can_be_left_out(self):
        self.expect(
            "arguments",
            "print([1, 2], sep=3)",
            "print([1, 2])",
            "print([2], sep=3)",
            "print([1], sep=3)",
        )
        self.expect(
            "arguments", "import f\n@f.g\ndef h(): pass\nh()", "def h():\n    pass\n\n\nh()"
        )

    def test_expressions_become_one_of_their_parts(self):
        self.expect("expressions", "import f\nx = 1\nprint(f.g(x.y(), 2) + x)",
                    "import f\n\nx = 1\nprint(f.g(x.y(), 2))", "x = 1\nprint(x)", "x = 1\nprint(x.y() + x)",
                    "import f\n\nx = 1\nprint(f.g(x, 2) + x)")  # fmt: skip

    def test_a_condition_does_not_become_its_opposite(self):
        self.expect("expressions", "m = input()\nprint(not m)")
        self.expect("expressions", "m = input()\nprint(-m)", "m = input()\nprint(m)")

    def test_an_argument_becomes_the_object_that_it_is_part_of(self):
        self.expect("expressions", "import f\nm = input()\nf.wrap(m.blocks)",
                    "import f\n\nm = input()\nf.wrap(m)")  # fmt: skip
        self.expect("expressions", "import f\nm = input()\nf.wrap(f.option)\nm.blocks(1)")

    def test_equal_numbers_shrink_together_first(self):
        texts = [p.text.strip() for p in proposals("numbers", "print(8, 8)")]
        self.assertEqual(texts[:3], ["print(1, 1)", "print(2, 2)", "print(4, 4)"])
        self.assertIn("print(8, 2)", texts)

    def test_numbers_stay_large_enough_for_slices(self):
        texts = [p.text for p in proposals("numbers", "x = 8\nprint('abc'[:-1], x)")]
        self.assertIn('x = 2\nprint("abc"[:-1], x)\n', texts)
        self.assertFalse(any("x = 1" in t for t in texts))

    def test_types_of_numbers(self):
        self.expect(
            "numbers", "import torch\nprint(torch.bfloat16)", "import torch\n\nprint(torch.float32)"
        )

    def test_what_nobody_uses(self):
        text = "import os\nimport sys\n\n\ndef f():\n    pass\n\n\nx = 1\ny = input()\nprint(sys)"
        without = ["import os\n", "def f():\n    pass\n\n\n", "x = 1\n", "y = "]
        texts = [text.replace(part, "") for part in without]
        texts[1] = texts[1].replace("sys\n\n\nx", "sys\n\nx")
        self.expect("unused", text, *texts)

    def test_what_is_added_to_is_used(self):
        self.expect("unused", "x = 1\nfor y in input():\n    x += 1")


if __name__ == "__main__":
    unittest.main()
