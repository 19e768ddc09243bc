"""Tests that cells become complete scripts without the parts that the cell does not use. Runs no
script."""

import ast
import builtins
import pathlib
import tempfile
import unittest

from gridlock_minimizer.export.modules import ExportError
from gridlock_minimizer.export.request import Request
from gridlock_minimizer.export.script import script_of
from gridlock_minimizer.syntax.scopes import SCOPES, bound_in
from gridlock_minimizer.syntax.tree import defined_by, names, nodes, parameters

ROOT = pathlib.Path(__file__).parents[2]
PACKAGE = str(ROOT / "harness" / "rank")
RING = {"cp": 4, "rotation": "ring", "load_balance": True}
CELLS = [
    {},
    RING,
    {"precision": "fp16", "fsdp": "hybrid_shard", **RING},
    {"compile": "before_fsdp", "backend": "inductor", "activation_checkpointing": True},
    {"compile": "after_fsdp", "scope": "model", "backend": "eager", "dynamic": True, "cp": 2},
]
TINY = """
import torch
from torch import nn
from gridlock import cell
import helper

STEPS = {"fp32": 1}

def model(c):
    return nn.Linear(cell.width, helper.out(c["width"]))

def layers(model):
    return [model]

def batch(c, step):
    return torch.ones(4, 8, c.width), torch.ones(4, 8, c.get("depth", 2))

def loss(model, inputs, targets):
    return model(inputs).sum()
"""


def spec(case_dir, axes, **more):
    world_size = axes.get("world_size", 4)
    values = {"cell": "a/cell", "case_dir": str(case_dir), "axes": axes, "world_size": world_size}
    return {**values, "steps": 3, "seed": 9, **more}


def exported(axes, case_dir=ROOT / "cases" / "dense", **request):
    return script_of(Request(cell=spec(case_dir, axes), package=PACKAGE, **request))


def unbound(text):
    """Returns the names that a script mentions and does not bind."""
    tree = ast.parse(text)
    bound = set(dir(builtins)) | {"__file__", "__doc__", "__name__"}
    bound = bound.union(*map(defined_by, tree.body))
    for scope in nodes(tree, SCOPES):
        bound |= bound_in(scope)
        bound |= {p.arg for p in parameters(scope)} if hasattr(scope, "args") else set()
    return set(names(tree, ast.Load)) - bound


class Scripts(unittest.TestCase):
    def check(self, text):
        self.assertEqual(unbound(text), set())
        self.assertNotIn("gridlock", text)

    def test_of_the_dense_case_are_whole(self):
        for axes in CELLS:
            with self.subTest(axes=axes):
                text = exported(axes)
                self.check(text)
                self.assertNotIn("CELL", text)
                self.assertLess(len(text.split("\n")), 450)

    def test_of_planted_faults_are_whole(self):
        for folder in sorted((ROOT / "cases" / "faults").glob("*/case.py"))[::7]:
            with self.subTest(folder.parent.name):
                self.check(exported({"faulty_rank": 1}, folder.parent))

    def test_only_what_the_cell_uses_is_in_them(self):
        plain = exported({})
        for word in ("all_gather", "checkpoint_wrapper", "compile(", "replicate", "zigzag"):
            self.assertNotIn(word, plain)
        self.assertIn("all_to_all_single", exported(RING))

    def test_one_step_is_not_called_steps(self):
        tree = ast.parse(exported({}))
        [function] = [node for node in tree.body if getattr(node, "name", "") == "count_of"]
        scope = {}
        exec(compile(ast.Module([function], []), "script", "exec"), scope)
        self.assertEqual(scope["count_of"](1, "step"), "1 step")
        self.assertEqual(scope["count_of"](2, "rank"), "2 ranks")

    def test_what_registers_with_an_operator_comes_with_it(self):
        case_dir = ROOT / "cases" / "adjust"
        text = exported({"adjustment": "custom_operator"}, case_dir)
        self.assertIn("@compress.register_fake", text)

    def test_a_case_of_a_users_own_with_a_neighbor(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "case.py").write_text(TINY)
            (path / "helper.py").write_text("def out(width):\n    return width // 2\n")
            text = exported({"width": 8}, path)
        self.check(text)
        self.assertIn("nn.Linear(8, out(8))", text)

    def test_sides_that_differ_are_one_script(self):
        compiled = {"compile": "before_fsdp", "backend": "aot_eager"}
        control = spec(ROOT / "cases" / "dense", {"compile": "none", "backend": "aot_eager"})
        bounds = {"loss": 1e-5, "grad_norm": 1e-5}
        text = exported(compiled, control=control, verdict="wrong", bounds=bounds)
        self.check(text)
        self.assertIn("    if not CONTROL:\n", text)
        self.assertNotIn("COMPILE", text)
        self.assertIn("return compare(", text)

    def test_settings_of_torch_are_statements(self):
        axes = {"compile": "before_fsdp", "backend": "eager", "config.dynamo.recompile_limit": 16}
        axes["config.inductor.triton.cudagraphs"] = True
        text = exported(axes)
        self.check(text)
        self.assertIn("\ntorch._dynamo.config.recompile_limit = 16\n", text)
        self.assertIn("\ntorch._inductor.config.triton.cudagraphs = True\n", text)
        self.assertIn("\nimport torch._inductor.config\n", text)

    def test_settings_that_differ_between_sides_are_chosen(self):
        case_dir = ROOT / "cases" / "dense"
        axes = {"compile": "before_fsdp", "backend": "eager", "config.dynamo.recompile_limit": 16}
        other = spec(case_dir, {**axes, "config.dynamo.recompile_limit": 8})
        text = exported(axes, control=other, verdict="wrong", bounds={"loss": 1e-5})
        self.check(text)
        self.assertIn("\nCONFIG_DYNAMO_RECOMPILE_LIMIT = 8 if CONTROL else 16\n", text)
        self.assertIn("recompile_limit = CONFIG_DYNAMO_RECOMPILE_LIMIT\n", text)
        eager = spec(case_dir, {"compile": "none"})
        text = exported(axes, control=eager, verdict="wrong", bounds={"loss": 1e-5})
        self.assertIn("\ntorch._dynamo.config.recompile_limit = 16\n", text)

    def test_variables_of_the_environment_are_set_for_the_ranks(self):
        cell = spec(ROOT / "cases" / "dense", {"env.NCCL_ALGO": "Ring"})
        cell["environment"] = {"NCCL_ALGO": "Ring"}
        text = script_of(Request(cell=cell, package=PACKAGE))
        self.check(text)
        self.assertIn("'NCCL_ALGO': 'Ring'", text.replace('"', "'"))

    def test_of_a_cell_whose_compile_time_explodes_the_size_is_an_argument(self):
        axes = {**RING, "compile": "before_fsdp", "backend": "aot_eager", "world_size": 8}
        growth = {"axes": {"cp": 1, "world_size": 2}, "sizes": [4, 7], "least": 1, "highest": 3}
        text = exported(axes, verdict="compile_blowup", growth=growth)
        self.check(text)
        self.assertIn('SIZE = int(sys.argv[1]) if "RANK" in os.environ else 0\n', text)
        self.assertIn("world_size=2 * SIZE, store=FakeStore())", text)
        self.assertIn("range(SIZE)", text)
        self.assertNotIn("SIZE // SIZE", text)
        self.assertNotIn("if SIZE", text)
        self.assertNotIn("start_ranks", text)
        self.assertIn("if seconds[1] >= 1 and order > 3:\n", text)

    def test_of_a_table_that_the_cell_chooses_from_the_choice_is_left(self):
        case = TINY + "\nCHOICES = {'a': nn.Linear, 'b': nn.Bilinear}\n"
        case = case.replace("return nn.Linear(", "return CHOICES[c.kind](")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "case.py").write_text(case)
            (path / "helper.py").write_text("def out(width):\n    return width // 2\n")
            text = exported({"width": 8, "kind": "a"}, path)
        self.check(text)
        self.assertIn("return nn.Linear(8, out(8))", text)
        self.assertNotIn("Bilinear", text)

    def test_a_cell_that_was_not_compiled_looks_for_graphs(self):
        compiled = {"compile": "after_fsdp", "scope": "model", "backend": "eager"}
        text = exported(compiled, verdict="not_compiled")
        self.check(text)
        self.assertIn('if not dynamo.counters["stats"]["unique_graphs"]:', text)
        self.assertNotIn("no graph was captured", exported(compiled))

    def test_what_cannot_be_a_script_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "case.py").write_text(TINY.replace("import helper", "print(__file__)"))
            with self.assertRaisesRegex(ExportError, "uses __file__"):
                exported({"width": 8}, path)


if __name__ == "__main__":
    unittest.main()
