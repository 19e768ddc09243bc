"""Tests that a running script writes the graphs of its library modules to files."""

import json
import pathlib
import tempfile
import unittest

from gridlock_testing import modules, scripts

modules.preload_once()

import torch  # noqa: E402

LIBRARY = """
import collections, torch
Output = collections.namedtuple("Output", ["sum", "parts"])
class Part(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = torch.nn.Linear(4, size, bias=False)
    def forward(self, x):
        return self.layer(x).relu()
class Model(torch.nn.Module):
    def __init__(self, parts):
        super().__init__()
        self.parts = torch.nn.ModuleList(Part(4) for _ in range(parts))
        self.register_buffer("scale", torch.tensor([0.5, 1.5, 0.0, 2.0]))
    def forward(self, x, *, given=None):
        for part in self.parts:
            x = part(x) * self.scale
        return {"sum": x.sum() + given[0], "last": x}
class WithoutGradients(Part):
    def forward(self, x):
        with torch.no_grad():
            return super().forward(x)
class Broken(Model):
    def forward(self, x):
        torch._dynamo.graph_break()
        return self.parts[0](x)
"""
START = """
import sys, torch
from gridlock.capture import units
sys.argv = [sys.argv[1]]
units.install(torch)
__file__ = sys.argv[0]  # as in a script
exec(compile(open(__file__).read(), __file__, "exec"))
"""


class Capture(unittest.TestCase):
    maxDiff = None

    def captured(self, script, before=""):
        """Returns the units of the script, and what the script printed."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "library").mkdir()
            (root / "library" / "models.py").write_text(LIBRARY)
            (root / "script.py").write_text("import torch\nfrom models import *\n" + script)
            variables = {"GRIDLOCK_CAPTURE": folder, "RANK": "1"}
            code, paths = before + START, [root / "library"]
            run = scripts.run(
                code, root / "script.py", variables=variables, paths=paths, together=True
            )
            units = [json.loads(path.read_text()) for path in sorted(root.glob("*.json"))]
        return units, run.output

    def test_a_module_that_the_script_makes_and_calls(self):
        [unit], printed = self.captured(
            "def made(n):\n    return (Model(n), 1)[0]\n"
            "model = torch.compile(made(2))\n"
            "print(sorted(model(torch.ones(2, 4), given=[torch.ones(())])))\n"
            "model(torch.ones(3, 4), given=[torch.ones(())])\n"
        )
        self.assertEqual(printed, "['last', 'sum']\n")
        self.assertEqual((unit["rank"], unit["class"], unit["made_by"]), (1, "Model", "Model(n)"))
        self.assertEqual(unit["parameters"], ["x", "given"])
        self.assertEqual(unit["inputs"], [["arg0", "x"], ["arg1", "given[0]"]])
        self.assertEqual(
            list(unit["attributes"]), ["parts_0_layer_weight", "scale", "parts_1_layer_weight"]
        )
        self.assertEqual(
            unit["attributes"]["scale"], "torch.nn.Buffer(torch.tensor([0.5, 1.5, 0.0, 2.0]))"
        )
        self.assertIn(
            "torch.nn.Parameter(torch.randn(4, 4)", unit["attributes"]["parts_0_layer_weight"]
        )
        self.assertEqual(sorted(unit["result"]["dict"]), ["last", "sum"])
        self.assertIn("torch.nn.functional.linear(", unit["code"])
        self.assertIn("f32[2, 4]", unit["shapes"].values())

    def test_a_graph_is_also_written_in_aten_operators(self):
        [unit], _ = self.captured("Part(3)(torch.ones(1, 4))\n")
        aten = unit["aten"]
        self.assertIn("= torch.ops.aten.mm.default(", aten["code"])
        self.assertEqual(aten["attributes"].keys(), unit["attributes"].keys())
        self.assertEqual([path for _, path in aten["inputs"]], ["x"])
        self.assertIn("f32[1, 3]", aten["shapes"].values())

    def test_where_aten_operators_cannot_say_it_the_torch_calls_are_enough(self):
        [unit], printed = self.captured(
            "WithoutGradients(3)(torch.ones(1, 4))\nprint('done')\n"
        )
        self.assertIn("linear(", unit["code"])
        self.assertNotIn("aten", unit)
        self.assertEqual(printed, "gridlock: no ATen graph: the graph turns autograd off\ndone\n")

    def test_a_part_of_a_module_of_the_script(self):
        [unit], _ = self.captured(
            "class Own(torch.nn.Module):\n"
            "    def __init__(self):\n        super().__init__()\n        self.part = Part(3)\n"
            "    def forward(self, x):\n        return self.part(x)\n"
            "Own()(torch.ones(1, 4))\n"
        )
        self.assertEqual(unit["made_by"], "Part(3)")

    def test_a_module_with_a_graph_break_stays_python_and_its_parts_are_captured(self):
        [frame, part_frame, part], printed = self.captured(
            "Broken(1)(torch.ones(4))\nprint('done')\n"
        )
        self.assertEqual((frame["class"], frame["path"]), ("Broken", ""))
        self.assertIn("torch._dynamo.graph_break()", frame["methods"][0])
        self.assertEqual(frame["modules"], {"parts.0": None})
        self.assertEqual((part_frame["class"], part_frame["path"]), ("Part", "parts.0"))
        self.assertEqual((part["class"], part["path"]), ("Part", "parts.0"))
        self.assertIn("linear(", part["code"])
        self.assertIn("gridlock: Broken stays Python: ", printed)
        self.assertTrue(printed.endswith("done\n"))

    def test_modules_of_torch_and_of_the_script_are_left_alone(self):
        units, _ = self.captured(
            "class Own(Part):\n    pass\nOwn(3)(torch.ones(4))\ntorch.nn.Linear(4, 4)(torch.ones(4))\n"
        )
        self.assertEqual(units, [])

    def test_torch_is_left_alone_where_a_link_leads_to_it(self):
        with tempfile.TemporaryDirectory() as folder:
            link = pathlib.Path(folder) / "linked"
            link.symlink_to(pathlib.Path(torch.__file__).parent)
            found = f"import torch\ntorch.__file__ = {str(link / '__init__.py')!r}\n"
            units, _ = self.captured("torch.nn.Linear(4, 4)(torch.ones(4))\n", before=found)
        self.assertEqual(units, [])


if __name__ == "__main__":
    unittest.main()
