"""Each pass by examples: a script before, and all that one choice makes of it."""

import ast
import unittest

from gridlock_minimizer.passes.piece import KEEP
from gridlock_minimizer.passes.script import Edits, Launch, Script
from gridlock_minimizer.passes.table import PASSES
from reducer import close


def proposals(name, text, launch=None):
    """Of each alternative of each piece alone."""
    edits = Edits(PASSES[name], Script(ast.parse(text), launch or Launch()))
    for number, piece in enumerate(edits.pieces):
        for way in range(len(piece.alternatives)):
            choices = [KEEP] * len(edits.pieces)
            choices[number] = way
            close(edits.pieces, choices)
            yield edits.apply(choices)


class Examples(unittest.TestCase):
    maxDiff = None

    def expect(self, name, text, *wanted):
        """Exactly these; those that are refused left out."""
        got = [p.text.strip() for p in proposals(name, text) if p.text is not None]
        self.assertEqual(got, [w.strip() for w in wanted])

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
        proposal = list(proposals("statements", text))[2]  # self.x = 1
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
        for number in (1, 2):  # forward, and what it returns
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

    def test_ranks_go_with_the_constants_that_equal_them(self):
        text = 'mesh(4, "x", (2, 2), [1, 4])\nfrom m import mesh\n'
        text = "from m import mesh\n\nmesh(4, (2, 2), [1, 4], 3)\n"
        found = [(p.launch.ranks, p.text) for p in proposals("launch", text, Launch(4))]
        self.assertIn((2, text), found)
        self.assertIn((2, "from m import mesh\n\nmesh(2, (1, 2), [1, 2], 3)\n"), found)
        self.assertEqual({ranks for ranks, _ in found}, {1, 2, 3})

    def test_environment_and_arguments_go_one_by_one(self):
        launch = Launch(1, [["A", "1"], ["B", "2"]], ["--x", "3"])
        left = [(p.launch.environment, p.launch.arguments) for p in proposals("launch", "", launch)]
        self.assertEqual(left[0], ([["B", "2"]], ["--x", "3"]))
        self.assertEqual(left[3], ([["A", "1"], ["B", "2"]], ["--x"]))

    def test_less_of_the_compiler(self):
        self.expect("ladder", "import torch\ntorch.compile(print)()", "print()",
                    *(f'import torch\n\ntorch.compile(print, backend="{rung}")()'
                      for rung in ("eager", "aot_eager", "aot_eager_decomp_partition")))  # fmt: skip
        self.expect("ladder", 'import torch\n@torch.compile(backend="aot_eager")\ndef f(): return torch\nf()',
                    "import torch\n\n\ndef f():\n    return torch\n\n\nf()",
                    'import torch\n\n\n@torch.compile(backend="eager")\ndef f():\n    return torch\n\n\nf()')  # fmt: skip
        self.expect("ladder", 'B = "inductor"\nprint(B)', *(f'B = "{rung}"\nprint(B)' for rung in
                    ("eager", "aot_eager", "aot_eager_decomp_partition")))  # fmt: skip

    def test_settings_of_the_process(self):
        text = "import torch\ntorch._dynamo.config.x = 1\ntorch.manual_seed(0)\nprint(torch)"
        self.expect("config", text, "import torch\n\ntorch.manual_seed(0)\nprint(torch)",
                    "import torch\n\ntorch._dynamo.config.x = 1\nprint(torch)")  # fmt: skip

    def test_sharding_goes_as_a_whole(self):
        text = "from f import fully_shard\nm = [1]\nfor x in m:\n    fully_shard(x)\nm = fully_shard(m)\nprint(m)"
        whole, *parts = [p.text for p in proposals("settings", text)]
        self.assertEqual(whole, "m = [1]\nprint(m)\n")
        self.assertEqual(len(parts), 2)

    def test_what_only_sharded_modules_have_goes_with_sharding(self):
        text = """
from f import FSDPModule, fully_shard
def shard(module, policy):
    fully_shard(module, policy)
m = [1]
for x in m:
    shard(x, {})
for x in m:
    if isinstance(x, FSDPModule):
        x.set_force_sum_reduction_for_comms(True)
print(m)"""
        [whole, *_] = [p.text for p in proposals("settings", text)]
        self.assertEqual(whole, "m = [1]\nprint(m)\n")

    def test_the_optimizer_goes_with_its_steps(self):
        text = "import torch\no = torch.optim.SGD([])\no.zero_grad()\nprint(1)\no.step()"
        self.assertIn("print(1)\n", [p.text for p in proposals("settings", text)])

    def test_checkpoints_become_calls(self):
        text = "from c import checkpoint\nprint(checkpoint(abs, 1, use_reentrant=False))"
        self.assertEqual([p.text for p in proposals("settings", text)], ["print(abs(1))\n"])

    def test_parameters_that_nobody_reads_go_with_their_arguments(self):
        self.expect("parameters", "def f(a, b): return b\nprint(f(1, 2), f(b=3, a=4))",
                    "def f(b):\n    return b\n\n\nprint(f(2), f(b=3))")  # fmt: skip

    def test_parameters_that_are_always_the_same_become_that(self):
        self.expect("parameters", "def f(a, b=1): return a + b\nprint(f(2), f(3))",
                    "def f(a):\n    return a + 1\n\n\nprint(f(2), f(3))")  # fmt: skip

    def test_a_name_that_means_something_else_at_the_call_is_given_on(self):
        self.expect(
            "parameters",
            "def g(): return 1\ndef f(g): return g\ndef h(g): return f(g)\nprint(h(2), h(3), g())",
        )

    def test_parameters_of_forward(self):
        text = """
import torch.nn as nn
class M(nn.Module):
    def forward(self, x, mask): return x
model = M().to(2)
print(model(1, 2))"""
        [_, proposal] = proposals("parameters", text)
        self.assertIn("def forward(self, x)", proposal.text)
        self.assertIn("model(1)", proposal.text)

    def test_functions_are_put_in_place(self):
        self.expect("inlining", "def f(a):\n    b = a + 1\n    return b\nprint(1)\nx = f(2)\nprint(x)",
                    "print(1)\na = 2\nb = a + 1\nx = b\nprint(x)")  # fmt: skip
        self.expect("inlining", "def f(a): return a + 1\nprint(f(1), f(2))", "print(1 + 1, 2 + 1)")
        self.expect("inlining", "def f(a):\n    if a: return 1\n    return 2\nx = f(2)\nprint(x)")

    def test_locals_of_a_function_put_in_place_stay_apart_from_globals(self):
        text = "y = 5\ndef f(a):\n    y = a + 1\n    return y\nx = f(1)\nprint(x, y)"
        self.expect("inlining", text, "y = 5\na = 1\ny_1 = a + 1\nx = y_1\nprint(x, y)")

    def test_modules_that_do_nothing_or_only_what_another_does(self):
        text = """
import torch.nn as nn
class Nothing(nn.Module):
    def forward(self, x): return x
class Layer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Linear(width, 2)
    def forward(self, x): return self.inner(x)
print(Nothing(), Layer(3))"""
        texts = [p.text for p in proposals("trivial modules", text)]
        self.assertIn("print(nn.Identity(), Layer(3))", texts[0])
        self.assertNotIn("class Nothing", texts[0])
        self.assertIn("print(Nothing(), nn.Linear(3, 2))", texts[1])

    def test_objects_that_only_hold_values(self):
        self.expect("objects", "class S:\n    w: int = 3\n    h = 4\ns = S()\nprint(s.w, s.h)",
                    "s_w = 3\ns_h = 4\nprint(s_w, s_h)")  # fmt: skip
        self.expect("objects", "class S:\n    def __init__(self, a, b=2):\n        self.x = a + b\ns = S(1)\nprint(s.x)",
                    "s_x = 1 + 2\nprint(s_x)")  # fmt: skip
        self.expect(
            "objects", "class S:\n    w = 3\n    def f(self): return 1\ns = S()\nprint(s.w)"
        )

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

    def test_an_argument_becomes_the_object_that_it_is_part_of(self):
        self.expect("expressions", "import f\nm = input()\nf.wrap(m.blocks)",
                    "import f\n\nm = input()\nf.wrap(m)")  # fmt: skip
        self.expect("expressions", "import f\nm = input()\nf.wrap(f.option)\nm.blocks(1)")

    def test_a_class_of_which_there_is_one_object_becomes_functions(self):
        self.expect("singletons", """
class Meter:
    unit = "ms"

    def __init__(self, start):
        self.total = start

    @property
    def mean(self):
        return self.total / 2

    def add(self, value):
        self.total += value
        return self

m = Meter(1)""")  # it gives itself away
        self.expect("singletons", """
class Meter:
    unit = "ms"
    def __init__(self, start):
        self.total = start
    @property
    def mean(self):
        return self.total / 2
    def add(self, value):
        self.total += value
m = Meter(1)
m.add(2)
print(m.mean, m.unit)""", """
unit = "ms"


def make(start):
    global total
    total = start


def mean():
    return total / 2


def add(value):
    global total
    total += value


make(1)
add(2)
print(mean(), unit)""")  # fmt: skip

    def test_an_object_that_is_used_where_it_is_made_needs_no_name(self):
        text = "class T:\n    def run(self):\n        return 1\nprint(2)\nx = T().run()"
        self.expect("singletons", text, "def run():\n    return 1\n\n\nprint(2)\nx = run()")

    def test_a_class_with_more_to_it_stays(self):
        text = "class T{}:\n    def run(self):\n        return 1{}\nt = T()\nt.run(){}"
        self.expect("singletons", text.format("(Base)", "", ""))
        self.expect("singletons", text.format("", "\n    def __len__(self):\n        return 1", ""))
        self.expect("singletons", text.format("", "", "\nu = T()"))  # two objects
        self.expect("singletons", text.format("", "", "\nprint(t)"))  # handed on
        self.expect("singletons", text.format("", "", "\nt.unknown()"))

    def test_names_that_are_taken_are_not_given_to_attributes(self):
        text = "class T:\n    def run(self, x):\n        self.x = x\nt = T()\nt.run(1)\nprint(t.x)"
        [proposal] = proposals("singletons", text)
        self.assertIn("    global x_1\n    x_1 = x\n", proposal.text)
        self.assertIn("print(x_1)", proposal.text)

    def test_a_namespace_becomes_variables(self):
        text = "import argparse\no = argparse.Namespace(lr=2.0, n=1)\nprint(o.lr)"
        self.expect("objects", text, "o_lr = 2.0\nprint(o_lr)")
        self.expect("objects", text + "\nprint(o)")
        self.expect("objects", text + "\nprint(o.unknown)")

    def test_fields_that_nobody_changes_become_their_values(self):
        text = "from dataclasses import dataclass\n\n\n@dataclass\nclass C:\n    a: int = 1\n    b: int = 2\n\n\ndef f(c):\n    return c.a\n\n\nprint(f(C()))"
        self.expect("fields", text, text.replace("c.a", "1"))
        self.expect("fields", text + "\nx = C()\nx.a = 3")  # assigned
        self.expect("fields", text + "\nsetattr(C, 'a', 3)")
        self.expect("fields", text.replace("C()", "C(3)"))  # made with another
        self.expect("fields", text.replace("C()", "C(b=3)"), text.replace("c.a", "1").replace("C()", "C(b=3)"))
        self.expect("fields", text.replace("C()", "C(a=3)"), text.replace("c.a", "3").replace("C()", "C(a=3)"))
        other = "class M:\n    def __init__(self, c):\n        self.a = c.a\n\n\nM(C())"
        self.expect("fields", text + "\n" + other,
                    text.replace("c.a", "1") + "\n\n\n" + other.replace("c.a", "1"))  # fmt: skip
        self.expect("fields", text + "\nclass D:\n    def a(self):\n        return 1")
        self.expect("fields", text.replace("a: int = 1", "a: int = input()"))

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


if __name__ == "__main__":
    unittest.main()
