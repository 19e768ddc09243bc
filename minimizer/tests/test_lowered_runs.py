"""Tests that a script prints the same output after the captured modules of a library are
lowered."""

import ast
import pathlib
import tempfile
import unittest

import torch
from gridlock.capture.frames import frames
from gridlock.capture.split import split
from gridlock_minimizer.lowering.captured import units
from gridlock_minimizer.passes.script import Edits, Launch, Script
from gridlock_minimizer.passes.table import PASSES

from gridlock_testing import modules, scripts

modules.preload_once()

# All parameters are ones, so lowered modules compute the same values.
LIBRARY = """
import torch
import torch.nn.functional as F

LIMIT = 1e6

class Block(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = torch.nn.Linear(width, width + 1)
        self.down = torch.nn.Linear(width + 1, width)
        torch.nn.init.ones_(self.up.bias), torch.nn.init.ones_(self.down.bias)
        torch.nn.init.ones_(self.up.weight), torch.nn.init.ones_(self.down.weight)

    def forward(self, x):
        return x + self.down(F.relu(self.up(x)))

class Model(torch.nn.Module):
    def __init__(self, width, layers):
        super().__init__()
        self.blocks = torch.nn.ModuleList(Block(width) for _ in range(layers))
        self.norm = torch.nn.LayerNorm(width)

    def forward(self, x, scale=1.0):
        for block in self.blocks:
            x = block(x)
        return self.norm(x * scale).sum(), x

class Counting(Model):
    def __init__(self, width, layers):
        super().__init__(width, layers)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls.add_(1)
        return super().forward(x * torch.tensor([1.0, 2.0, 3.0, 4.0])), self.calls

class Breaking(Model):
    def __init__(self, width, layers, fails=False):
        super().__init__(width, layers)
        self.width, self.fails = width, fails

    def scaled(self, x):
        return F.dropout(x, 0.0) / self.width

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
            if x.max().item() > LIMIT:
                print("large")
            if self.fails:
                raise RuntimeError("in the first block")
        return self.scaled(x)
"""
START = """
import sys, torch
from gridlock.capture import units
sys.argv = [sys.argv[1]]
units.install(torch)
__file__ = sys.argv[0]  # like that of a script
exec(compile(open(__file__).read(), __file__, "exec"))
"""
SHARDED = """
import torch, torch.distributed as dist
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from torch.testing._internal.distributed.fake_pg import FakeStore
import models

dist.init_process_group({group})
mesh = dist.init_device_mesh("cpu", (dist.get_world_size(),))
model = models.Model(4, 2)
for block in model.blocks:
    fully_shard(block, mesh=mesh)
fully_shard(model, mesh=mesh)
loss, x = model(torch.ones(2, 4), scale=0.5)
loss.backward()
print(x)
"""
ALONE = '"gloo", rank=0, world_size=1, store=dist.HashStore()'
FIRST_OF_TWO = '"fake", rank=0, world_size=2, store=FakeStore()'  # rank 1 does not exist
MIXED = """
other = models.Model(4, 1)
fully_shard(other, mesh=mesh, mp_policy=MixedPrecisionPolicy(param_dtype=torch.bfloat16))
other(torch.ones(2, 4))
"""


class Runs(unittest.TestCase):
    maxDiff = None

    def lowered(self, script, fails=False):
        """Returns the script with the captured modules lowered, and the output of the original
        script."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "library").mkdir()
            (root / "library" / "models.py").write_text(LIBRARY)
            (root / "script.py").write_text(script)
            run = scripts.run(
                START, root / "script.py", variables={"GRIDLOCK_CAPTURE": folder}, paths=[root / "library"]
            )
            self.assertEqual(run.code != 0, fails, run.errors)
            captured = Script(ast.parse(script), Launch(1), units(root))
        edits = Edits(PASSES["lower"], captured)
        self.assertTrue(edits.pieces, run.errors)
        return edits.apply([0] * len(edits.pieces)).text, run.output

    def assert_prints(self, text, wanted):
        run = scripts.run(text)  # backward starts threads, which a fork would lack
        self.assertEqual(run.output, wanted, run.errors)

    def test_a_forward_with_a_graph_break_stays_python(self):
        script = "import torch, models\nmodel = models.Breaking(4, 2)\n"
        text, printed = self.lowered(script + "print(model(torch.ones(2, 4)))\n")
        self.assertNotIn("models", text)
        self.assertIn("import torch.nn.functional as F\n\nLIMIT = 1000000.0\n", text)
        self.assertIn("if x.max().item() > LIMIT:", text)
        self.assertIn("def scaled(self, x):", text)
        self.assertEqual(text.count('"f32[2, 5]" = torch.nn.functional.linear('), 1)
        self.assert_prints(text, printed)

    def test_in_aten_it_computes_the_same_gradients(self):
        script = (
            'import torch, models\nmodel = torch.compile(models.Counting(4, 2), backend="aot_eager")\n'
            "x = torch.ones(2, 4).requires_grad_()\n(_, last), calls = model(x)\n"
            "last.square().sum().backward()\nprint(last.detach(), x.grad, calls)\n"
        )
        text, printed = self.lowered(script)
        self.assertNotIn("models", text)
        self.assertIn('"f32[2, 5]" = torch.ops.aten.addmm.default(', text)
        self.assertNotIn("torch.nn.functional", text)
        self.assertNotIn("aten.detach", text)
        self.assertIn('"f32[2, 4]" = torch.ops.aten.native_layer_norm.default(', text)
        self.assert_prints(text, printed)

    def test_a_part_that_was_not_called_stays_python(self):
        script = "import torch, models\nmodel = models.Breaking(4, 2, True)\n"
        text, _ = self.lowered(script + "print(model(torch.ones(2, 4)))\n", fails=True)
        self.assertEqual(text.count('"f32[2, 5]" = torch.nn.functional.linear('), 1)
        self.assertEqual(text.count("self.up = torch.nn.Linear(in_features=4, out_features=5"), 1)

    def test_parts_that_are_sharded_stay_modules(self):
        script = SHARDED.format(group=ALONE) + "dist.destroy_process_group()\n"
        text, printed = self.lowered(script)
        self.assertNotIn("models", text)
        self.assertIn("ModuleList([LoweredModelBlock(), LoweredModelBlock()])", text)
        self.assertIn('"f32[2, 4]" = self.blocks[1](', text)
        self.assert_prints(text, printed)

    def test_what_is_sharded_has_its_whole_parameters(self):
        text, _ = self.lowered(SHARDED.format(group=FIRST_OF_TWO) + MIXED)
        sharded, mixed = text.split("class LoweredModel2(")
        self.assertIn("self.up_weight = torch.nn.Parameter(torch.ones(5, 4))", sharded)
        self.assertIn('"f32[2, 5]" = torch.nn.functional.linear(', sharded)
        self.assertIn("torch.nn.functional.linear(", mixed)
        self.assertNotIn('"f32', mixed)  # some values have another dtype


class Frames(unittest.TestCase):
    """Tests frames(), which keeps the forward of a module as Python code."""

    def test_what_it_sets_itself_is_not_set_up(self):
        class Module(torch.nn.Module):
            calls = 3

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                self.last = x * self.calls
                return self.last if self.training else x

        [frame] = frames(Module()).values()
        self.assertEqual(frame["attributes"], {"calls": "3"})
        self.assertTrue(frame["methods"][0].startswith("def forward(self, x):\n"))

    def test_parts_that_no_script_can_say_have_no_frame(self):
        class Part(torch.nn.Module):
            def forward(self, x):
                return print(self)

        class Module(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.part, self.relu = Part(), torch.nn.ReLU()

            def forward(self, x):
                return self.part(self.relu(x))

        [frame] = frames(Module()).values()
        self.assertEqual(frame["modules"], {"relu": "torch.nn.ReLU()", "part": None})

    def test_what_no_script_can_say_is_refused(self):
        outside = 3

        class HandsItselfOn(torch.nn.Module):
            def forward(self, x):
                return print(self)

        class ReadsFromOutside(torch.nn.Module):
            def forward(self, x):
                return x + outside

        class CallsAnother(torch.nn.ReLU):
            def forward(self, x):
                return super().forward(x)

        class HasAnObject(torch.nn.Module):
            config = object()

            def forward(self, x):
                return x if self.config else -x

        for kind in (HandsItselfOn, ReadsFromOutside, CallsAnother, HasAnObject):
            with self.subTest(kind), self.assertRaises((ValueError, SyntaxError)):
                frames(kind())
        hooked = torch.nn.ReLU()
        hooked.register_forward_hook(print)
        with self.assertRaisesRegex(ValueError, "methods other than its forward"):
            frames(hooked)


class Splits(unittest.TestCase):
    def graph(self, *places):
        """Returns a graph in which each node reads the node before it."""
        graph = torch.fx.Graph()
        last = graph.placeholder("l_x_")
        for place in places:
            last = graph.call_function(torch.relu, (last,))
            if place:
                last.meta["nn_module_stack"] = {"": (f"L['self'].{place}", torch.nn.ReLU)}
        graph.output((last, *[n for n in graph.nodes if n is not last]))
        return graph

    def test_a_part_gives_what_is_read_around_it(self):
        new, parts = split(self.graph("a.b", "a.b", None), {"a.b": "b"})
        self.assertEqual([n.op for n in new.nodes].count("call_module"), 1)
        self.assertEqual(parts["b"].parameters, ["x"])
        self.assertEqual(parts["b"].template, {"tuple": ["@0", "@1"]})

    def test_the_outermost_parts_hold_the_others(self):
        _, parts = split(self.graph("a.b", "a"), {"a": "a", "a.b": "a.b"})
        self.assertEqual(list(parts), ["a"])

    def test_a_part_is_called_once(self):
        with self.assertRaisesRegex(ValueError, "calls b several times"):
            split(self.graph("a.b", None, "a.b"), {"a.b": "b"})
        with self.assertRaisesRegex(ValueError, "the graph has no call of c"):
            split(self.graph("a.b"), {"a.c": "c"})


if __name__ == "__main__":
    unittest.main()
