"""Tests the passes over lowered code by examples. An example is a script, and all proposals that
change a single piece."""

import ast
import unittest

from gridlock_minimizer.passes.script import Edits, Launch, Script
from gridlock_minimizer.passes.table import PASSES
from pass_examples import proposals

# Each test inserts its lines of forward() between these two parts.
BEFORE = "import torch\n\n\nclass Model(torch.nn.Module):\n    def forward(self, x):\n"
AFTER = "\n\n\nprint(Model()(torch.ones(2)))\n"


def script(*lines):
    return BEFORE + "".join(f"        {line}\n" for line in lines).rstrip() + AFTER


class Examples(unittest.TestCase):
    maxDiff = None

    def expect(self, name, lines, *wanted):
        got = [p.text for p in proposals(name, script(*lines))]
        got = [t.removeprefix(BEFORE).removesuffix(AFTER) for t in got if t is not None]
        inner = ["\n".join(line[8:] for line in t.split("\n")) for t in got]
        self.assertEqual(inner, ["\n".join(w) for w in wanted])

    CHAIN = ['a: "f32[2, 4]" = x.view(2, 4)', 'b: "i64[]" = a.argmax()', "return a[b]"]

    def test_a_value_becomes_a_generated_one_and_what_led_to_it_goes(self):
        self.expect(
            "cut",
            self.CHAIN[:1] + ['b: "bf16[2]" = a.sum(1).bfloat16()', 'c: "i64[]" = b.argmax()', "return b[c]"],
            ['a: "f32[2, 4]" = torch.randn(2, 4)', 'b: "bf16[2]" = a.sum(1).bfloat16()', 'c: "i64[]" = b.argmax()', "return b[c]"],
            ['b: "bf16[2]" = torch.randn(2, dtype=torch.bfloat16)', 'c: "i64[]" = b.argmax()', "return b[c]"],
            [self.CHAIN[0], 'b: "bf16[2]" = a.sum(1).bfloat16()', 'c: "i64[]" = torch.zeros((), dtype=torch.int64)', "return b[c]"],
        )  # fmt: skip

    def test_what_is_generated_already_is_left_alone(self):
        self.expect("cut", ['a: "f32[2]" = torch.randn(2)', "return a"])

    def test_a_value_that_nobody_read_before_stays(self):
        self.expect(
            "cut",
            ['a: "f32[2]" = x.neg_()', 'b: "f32[2]" = torch.ones(2)', 'c: "f32[2]" = b + 1', "return c"],
            ['a: "f32[2]" = torch.randn(2)', 'b: "f32[2]" = torch.ones(2)', 'c: "f32[2]" = b + 1', "return c"],
            ['a: "f32[2]" = x.neg_()', 'c: "f32[2]" = torch.randn(2)', "return c"],
        )  # fmt: skip

    def test_a_loss_becomes_the_mean_of_an_earlier_value(self):
        self.expect(
            "cut suffix",
            ['a: "f32[2]" = x * 2', 'b: "f32[2]" = a + 1', 'c: "f32[]" = b.sum()', "return c"],
            ['a: "f32[2]" = x * 2', 'c: "f32[]" = a.mean()', "return c"],
            ['a: "f32[2]" = x * 2', 'b: "f32[2]" = a + 1', 'c: "f32[]" = b.mean()', "return c"],
        )
        self.expect("cut suffix", ['a: "f32[2]" = x * 2', 'c: "f32[]" = a.mean()', "return c"])

    def test_an_operation_between_values_of_one_shape_goes(self):
        self.expect(
            "same shape",
            ['a: "f32[2]" = x * 2', 'b: "f32[2]" = a.relu()', 'c: "f64[2]" = b.double()', "return c"],
            ['a: "f32[2]" = x * 2', 'c: "f64[2]" = a.double()', "return c"],
        )  # fmt: skip

    def test_of_two_equal_operations_one_is_enough(self):
        self.expect(
            "joining",
            ['a: "f32[2]" = torch.add(x, 1)', 'b: "f32[2]" = torch.add(x, 2)', 'c: "f32[2]" = b * a',
             'd: "f32[2]" = c.neg()', 'e: "f32[2]" = a.neg()', "return d, e"],
            ['a: "f32[2]" = torch.add(x, 1)', 'c: "f32[2]" = a * a', 'd: "f32[2]" = c.neg()',
             'e: "f32[2]" = a.neg()', "return d, e"],
            ['a: "f32[2]" = torch.add(x, 1)', 'b: "f32[2]" = torch.add(x, 2)', 'c: "f32[2]" = b * a',
             'd: "f32[2]" = c.neg()', "return d, d"],
        )  # fmt: skip
        self.expect("joining", ['a: "f32[2]" = x.sum(0)', 'b: "f32[]" = x.sum()', "return a, b"])

    def test_several_choices_are_made_one_after_the_other(self):
        text = script('a: "f32[2]" = x * 2', 'b: "f32[2]" = a + 1', 'c: "f32[2]" = b + 1', 'd: "f32[]" = c.sum()', "return d")  # fmt: skip
        for name, wanted in (
            ("same shape", 'a: "f32[2]" = x * 2\n        d: "f32[]" = a.sum()\n'),
            ("cut suffix", 'a: "f32[2]" = x * 2\n        d: "f32[]" = a.mean()\n'),
            ("cut", 'd: "f32[]" = torch.randn(())\n'),
        ):
            edits = Edits(PASSES[name], Script(ast.parse(text), Launch()))
            self.assertIn(wanted, edits.apply([0] * len(edits.pieces)).text)

    def test_two_modules_with_values_of_one_name_are_told_apart(self):
        text = script('a: "f32[2]" = x * 2', "return a")
        text += "class Other(torch.nn.Module):\n    def forward(self, x):\n        a: 'f32[3]' = x * 3\n        return a\nOther()\n"
        first, second = proposals("cut", text)
        self.assertIn('a: "f32[2]" = torch.randn(2)', first.text)
        self.assertIn('a: "f32[3]" = x * 3', first.text)
        self.assertIn('a: "f32[3]" = torch.randn(3)', second.text)

    def test_shapes_that_may_have_changed_are_not_said_any_more(self):
        text = script('a: "f32[2]" = torch.mean(x, keepdim=True)', "return a")
        inside, outside = "torch.mean(x)", "torch.ones(1)"
        shown = {p.text for p in proposals("arguments", text) if p.text and inside in p.text}
        self.assertTrue(shown)
        self.assertFalse([t for t in shown if '"f32' in t])
        smaller = {p.text for p in proposals("numbers", text) if p.text and outside in p.text}
        self.assertTrue(smaller)
        self.assertFalse([t for t in smaller if '"f32' in t])
        closed = text.replace("torch.mean(x, keepdim=True)", "torch.rand(2)")
        smaller = {p.text for p in proposals("numbers", closed) if p.text and outside in p.text}
        self.assertTrue([t for t in smaller if '"f32' in t])

    def test_code_without_shapes_is_left_alone(self):
        for name in ("cut", "cut suffix", "same shape", "joining"):
            text = script("a: int = x * 2", "b = a.sum()", 'c: "list[int]" = [1]', "return b")
            self.assertEqual(list(proposals(name, text)), [])


if __name__ == "__main__":
    unittest.main()
