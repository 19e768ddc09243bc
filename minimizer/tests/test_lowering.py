"""Tests that graphs that Dynamo captured become modules of the script."""

import ast
import json
import pathlib
import tempfile
import unittest

from gridlock_minimizer.lowering.body import CannotLower, statements
from gridlock_minimizer.lowering.captured import Unit, units
from gridlock_minimizer.lowering.libraries import libraries
from gridlock_minimizer.lowering.module import definitions
from gridlock_minimizer.passes.script import Edits, Launch, Script
from gridlock_minimizer.passes.table import PASSES
from gridlock_minimizer.syntax.layout import layout

NAMES = {"torch": "torch", "device": "torch.device", "inf": 'float("inf")', "NoneType": ""}

ATEN = {
    "code": "def forward(self, arg0_1):\n    z = torch.ops.aten.mul.Tensor(arg0_1, self.v)\n    return (z,)",
    "inputs": [["arg0_1", "x"]], "attributes": {"v": "torch.nn.Parameter(torch.zeros(4))"},
    "shapes": {"z": "f32[2, 4]"}, "names": NAMES,
}  # fmt: skip


def graph(*lines, result="@0", **more):
    code = "def forward(self, arg0):\n" + "".join(f"    {line}\n" for line in lines)
    return {
        "rank": 0, "class": "Model", "made_by": "library.Model(config)", "code": code,
        "parameters": ["x"], "inputs": [["arg0", "x"]], "attributes": {"w": "torch.nn.Parameter(torch.ones(4))"},
        "shapes": {"y": "f32[2, 4]", "z": "f32[2, 4]"}, "result": result, "names": NAMES, **more,
    }  # fmt: skip


def text(body):
    return layout(body).strip()


class Bodies(unittest.TestCase):
    def expect(self, of, *wanted):
        self.assertEqual(text(statements(of)).splitlines(), list(wanted))

    def test_inputs_and_parameters_are_read_where_they_are_used(self):
        self.expect(
            graph("l_x_ = arg0", "l_w = self.w", "y = l_x_ * l_w;  l_x_ = l_w = None", "return (y,)"),
            'y: "f32[2, 4]" = x * self.w',
            "return y",
        )

    def test_a_part_of_an_input_has_a_name(self):
        self.expect(
            graph("l_x_ = arg0", "y = l_x_ + l_x_", "return (y,)", inputs=[["arg0", "x['a'][0]"]]),
            'l_x_ = x["a"][0]',
            'y: "f32[2, 4]" = l_x_ + l_x_',
            "return y",
        )

    def test_indices_and_devices_are_as_people_write_them(self):
        self.expect(
            graph(
                "y = arg0[(slice(None, None, None), slice(None, 1, None), None, Ellipsis)]",
                "z = y[slice(1, None, 2)].to(device = device(type='cuda', index=1))",
                "k = torch.clamp(z, -inf);  k = None",
                "return (z,)",
            ),
            'y: "f32[2, 4]" = x[:, :1, None, ...]',
            'z: "f32[2, 4]" = y[1::2].to(device="cuda:1")',
            'torch.clamp(z, -float("inf"))',
            "return z",
        )

    def test_an_operator_and_the_only_result_of_it_that_is_read_are_one_statement(self):
        of = graph("t = torch.max(arg0, 1)", "y = t[0];  t = None", "return (y,)")
        self.expect(of, 'y: "f32[2, 4]" = torch.max(x, 1)[0]', "return y")

    def test_results_of_an_operator_stay_statements(self):
        both, call = {"tuple": ["@0", "@1"]}, "t = torch.max(arg0, 1)"
        two = graph(call, "y = t[0]", "z = t[1]", "return (y, z)", result=both)
        changed_between = graph(call, "arg0.zero_()", "y = t[0]", "return (y,)")
        with_shape = graph("y = arg0.neg()", "z = y[0]", "return (z,)")
        for of in (two, changed_between, with_shape):
            count = of["code"].count("\n") - 1  # without the line of the def
            self.assertEqual(len(statements(of)), count, of["code"])

    def test_a_local_with_the_name_of_a_parameter_gets_another(self):
        self.expect(
            graph("x = arg0 + 1", "return (x,)", shapes={"x": "f32[2]"}),
            'x_: "f32[2]" = x + 1',
            "return x_",
        )

    def test_results_have_the_structure_that_the_library_gives_them(self):
        template = {"dict": {"a": "@0", "b": {"tuple": ["@1", {"list": ["@0"]}]}}}
        of = graph("y = arg0 + 1", "return (y, arg0)", result=template)
        self.expect(of, 'y: "f32[2, 4]" = x + 1', 'return {"a": y, "b": (x, [y])}')

    def test_what_a_script_cannot_say_is_not_lowered(self):
        with self.assertRaises(CannotLower):
            statements(graph("y = NoneType()", "return (y,)"))


class Modules(unittest.TestCase):
    def lowered(self, *graphs):
        unit = Unit("library.Model(config)", "Model", dict(enumerate(graphs)))
        imports, defined = definitions(unit, "LoweredModel")
        return text(imports + defined)

    def test_what_only_some_ranks_do_stands_between_what_all_do(self):
        common = ["y = arg0 * self.w"], ["z = y + 1", "return (z,)"]
        summed = graph(*common[0], "torch.ops.all_reduce(y)", *common[1])
        plain = graph(*common[0], *common[1])
        other = graph(*common[0], "y.neg_()", *common[1])
        self.assertEqual(
            self.lowered(plain, summed, summed, other).split("def forward")[1].splitlines()[1:],
            [
                '        y: "f32[2, 4]" = x * self.w',
                "        if torch.distributed.get_rank() in (1, 2):",
                "            torch.ops.all_reduce(y)",
                "        elif torch.distributed.get_rank() == 3:",
                "            y.neg_()",
                '        z: "f32[2, 4]" = y + 1',
                "        return z",
            ],
        )

    def test_records_are_named_tuples(self):
        template = {"record": "Output", "fields": {"loss": "@0"}}
        self.assertEqual(
            self.lowered(graph("y = arg0 * self.w", "return (y,)", result=template)),
            """import collections

import torch

Output = collections.namedtuple("Output", ["loss"])


class LoweredModel(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(4))

    def forward(self, x):
        y: "f32[2, 4]" = x * self.w
        return Output(y)""",
        )


class Parts(unittest.TestCase):
    """Tests modules that remain separate modules in lowered code."""

    SUM = ["y = arg0 * self.w", "return (y,)"]
    FRAME = {
        "rank": 0, "class": "Model", "made_by": "library.Model(config)",
        "methods": ["def forward(self, x):\n    print(x)\n    return self.head(self.blocks[0](x)) * LIMIT"],
        "imports": ["import torch"], "constants": {"LIMIT": "2"}, "attributes": {"n": "1"},
        "modules": {"blocks.0": None, "blocks.1": None, "head": "torch.nn.Linear(4, 1)"},
        "containers": {"blocks": "torch.nn.ModuleList"},
    }  # fmt: skip

    def lowered(self, *records):
        with tempfile.TemporaryDirectory() as folder:
            for i, record in enumerate(records):
                path = pathlib.Path(folder) / f"rank{record['rank']}.{i}.json"
                path.write_text(json.dumps(record))
            [unit] = units(folder)
        imports, defined = definitions(unit, "LoweredModel")
        return text(imports + defined)

    def part(self, number, **more):
        return {**graph(*self.SUM), "class": "Block", "path": f"blocks.{number}", **more}

    def test_what_stays_python_calls_what_was_captured(self):
        scaled = {"attributes": {"w": "torch.nn.Parameter(torch.randn(4) * 0.3)"}}
        other = {"attributes": {"w": "torch.nn.Parameter(torch.randn(4) * 0.06)"}}
        self.assertEqual(
            self.lowered(self.FRAME, self.part(0, **scaled), self.part(1, **other)),
            """import torch

LIMIT = 2


class LoweredModelBlock(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.randn(4) * 0.3)

    def forward(self, x):
        y: "f32[2, 4]" = x * self.w
        return y


class LoweredModel(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleList([LoweredModelBlock(), LoweredModelBlock()])
        self.head = torch.nn.Linear(4, 1)
        self.n = 1

    def forward(self, x):
        print(x)
        return self.head(self.blocks[0](x)) * LIMIT""",
        )

    def test_parts_that_differ_have_classes_of_their_own(self):
        other = self.part(1, code="def forward(self, arg0):\n    return (arg0,)")
        made = self.lowered(self.FRAME, self.part(0), other)
        self.assertIn("ModuleList([LoweredModelBlock(), LoweredModelBlock2()])", made)

    def test_a_part_without_a_graph_on_all_ranks_stays_python(self):
        frame = {**self.FRAME, "modules": {}, "path": "blocks.1"}
        ranks = [{**r, "rank": rank} for rank in (0, 1) for r in (self.FRAME, self.part(0), frame)]
        self.assertEqual(self.lowered(*ranks, self.part(1)).count("print(x)"), 2)

    def test_a_graph_calls_its_parts(self):
        whole = graph(
            'y = getattr(self.layers.inner, "0")(arg0)',
            "return (y,)",
            modules={"layers.inner.0": None},
            containers={"layers": "torch.nn.Module", "layers.inner": "torch.nn.Sequential"},
        )
        made = self.lowered(whole, self.part(0, path="layers.inner.0"))
        self.assertIn("self.layers = torch.nn.Module()", made)
        self.assertIn("self.layers.inner = torch.nn.Sequential(LoweredModelBlock())", made)
        self.assertIn('y: "f32[2, 4]" = self.layers.inner[0](x)', made)

    def test_what_a_script_cannot_say_is_not_lowered(self):
        with self.assertRaisesRegex(CannotLower, "blocks.1 is not captured"):
            self.lowered(self.FRAME, self.part(0))
        gap = {**self.FRAME, "modules": {"blocks.1": None}}
        with self.assertRaisesRegex(CannotLower, "without a number"):
            self.lowered(gap, self.part(1))
        other = {**self.FRAME, "rank": 1, "attributes": {"n": "2"}}
        with self.assertRaisesRegex(CannotLower, "different modules"):
            self.lowered(self.FRAME, other)


class Lowering(unittest.TestCase):
    SCRIPT = """
import torch, library
from library import Config
config = Config(2)
kept = Config(3)
model = library.Model(config)
print(model(torch.ones(4)).loss, kept)
"""

    def proposals(self, script, ranks, *graphs):
        with tempfile.TemporaryDirectory() as folder:
            for rank, captured in enumerate(graphs):
                path = pathlib.Path(folder) / f"rank{rank}.0.json"
                path.write_text(json.dumps({**captured, "rank": rank}))
            script = Script(ast.parse(script), Launch(ranks), units(folder))
        edits = Edits(PASSES["lower"], script)
        ways = [way for p in edits.pieces for way, _ in enumerate(p.alternatives)]
        return [edits.apply([way]).text for way in ways]

    def test_the_library_goes_with_what_only_it_needs(self):
        of = graph("y = arg0 * self.w", "return (y,)")
        [lowered] = self.proposals(self.SCRIPT, 2, of, of)
        self.assertEqual(lowered.count("import torch"), 1)
        self.assertNotIn("import torch, library", lowered)
        self.assertIn("model = LoweredModel()", lowered)
        self.assertNotIn("config =", lowered)
        self.assertIn("kept = Config(3)", lowered)
        [lowered] = self.proposals(self.SCRIPT.replace("kept", "config"), 2, of, of)
        self.assertIn("config = Config(3)", lowered)

    def test_aten_comes_first_where_the_compiler_below_dynamo_is_needed(self):
        of = graph("y = arg0 * self.w", "return (y,)", aten=ATEN)
        for compiled in ("model", 'model, backend="aot_eager"'):
            script = self.SCRIPT.replace("print(", f"model = torch.compile({compiled})\nprint(")
            further, lowered = self.proposals(script, 2, of, of)
            self.assertIn('z: "f32[2, 4]" = torch.ops.aten.mul.Tensor(x, self.v)', further)
            self.assertIn("self.v = torch.nn.Parameter(torch.zeros(4))", further)
            self.assertIn("model = LoweredModel()", further)
            self.assertIn('y: "f32[2, 4]" = x * self.w', lowered)
        self.assertEqual(self.proposals(further, 2, of, of), [])  # ATen is not proposed again
        order = list(PASSES)
        self.assertLess(order.index("ladder"), order.index("lower"))  # lower needs that order

    def test_aten_is_not_offered_where_dynamo_is_enough(self):
        of = graph("y = arg0 * self.w", "return (y,)", aten=ATEN)
        eager = 'model = torch.compile(model, backend="eager")\nprint('
        for script in (self.SCRIPT, self.SCRIPT.replace("print(", eager)):
            [lowered] = self.proposals(script, 2, of, of)
            self.assertNotIn("torch.ops.aten", lowered)

    def test_all_ranks_must_say_it_in_aten(self):
        of = graph("y = arg0 * self.w", "return (y,)")
        script = self.SCRIPT.replace("print(", "model = torch.compile(model)\nprint(")
        [lowered] = self.proposals(script, 2, {**of, "aten": ATEN}, of)
        self.assertNotIn("torch.ops.aten", lowered)

    def test_all_ranks_must_have_captured_it(self):
        of = graph("y = arg0 * self.w", "return (y,)")
        self.assertEqual(self.proposals(self.SCRIPT, 3, of, of), [])
        self.assertEqual(self.proposals("import torch\n", 2, of, of), [])

    def test_names_of_the_script_keep_their_meanings(self):
        template = {"record": "kept", "fields": {"loss": "@0"}}
        of = graph("y = arg0 * self.w", "return (y,)", result=template)
        self.assertEqual(self.proposals(self.SCRIPT, 2, of, of), [])

    def test_two_units_of_one_class_have_two_names(self):
        script = self.SCRIPT.replace("print(", "other = library.Model(kept)\nprint(")
        of = graph("y = arg0 * self.w", "return (y,)")
        other = {**of, "made_by": "library.Model(kept)"}
        with tempfile.TemporaryDirectory() as folder:
            for number, captured in enumerate((of, other)):
                (pathlib.Path(folder) / f"rank0.{number}.json").write_text(json.dumps(captured))
            script = Script(ast.parse(script), Launch(1), units(folder))
        lowered = Edits(PASSES["lower"], script).apply([0, 0]).text
        self.assertIn("model = LoweredModel()", lowered)
        self.assertIn("other = LoweredModel2()", lowered)

    def test_libraries_are_neither_torch_nor_of_python(self):
        tree = ast.parse("import os, torch.nn, a.b\nfrom c.d import e\nfrom . import f\n")
        self.assertEqual(libraries(tree), ["a", "c"])


if __name__ == "__main__":
    unittest.main()
