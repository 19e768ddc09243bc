"""Tests that the report of a mistake in a case has the line of the case and no frame of
gridlock."""

import json
import pathlib
import tempfile
import unittest

from gridlock_testing import modules, scripts

modules.preload_once()

SKELETON = pathlib.Path(__file__).parents[2] / "cli" / "skeleton"
_TRYING = "import runpy; runpy.run_module('gridlock.train.trying', run_name='__main__')"


def tried(change=("", "")):
    """Tries the skeleton of a case after replacing one piece of its text. Returns the exit code and
    the output."""
    with tempfile.TemporaryDirectory() as folder:
        text = (SKELETON / "case.py").read_text()
        assert change[0] in text
        pathlib.Path(folder, "case.py").write_text(text.replace(*change))
        toml = (SKELETON / "case.toml").read_text().replace("{name}", "mine")
        pathlib.Path(folder, "case.toml").write_text(toml)
        spec = {"cell": "mine/fp32", "case": "mine", "case_dir": folder, "axes": {"cp": 4}}
        run = scripts.run(_TRYING, json.dumps(spec))
        return run.code, run.output + run.errors


class Trying(unittest.TestCase):
    def check_mistake(self, change, *said):
        code, output = tried(change)
        self.assertEqual(code, 1, output)
        for words in said:
            self.assertIn(words, output)
        for frame in ("Traceback", "gridlock/train", "training.py"):
            self.assertNotIn(frame, output)

    def test_a_good_case_trains_a_step(self):
        code, output = tried()
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"one step of mine trains: loss [\d.]+, gradient norm [\d.]+")

    def test_an_axis_that_does_not_exist(self):
        self.check_mistake(
            ("cell.layers", "cell.layrs"),
            "case.py:57: in model(): AttributeError: the cell has no axis 'layrs'",
            "(did you mean 'layers'?)",
            "    return Model(cell.layrs, cell.heads)",
        )

    def test_a_loss_that_is_no_number(self):
        change = ("targets)\n", "targets, reduction='none')\n")
        place = "loss() (case.py:73) must return one number"
        self.check_mistake(change, place, "not a tensor of shape [8, 64, 32]")
        self.check_mistake(("return F.mse_loss", "F.mse_loss"), place, "not NoneType None")

    def test_a_loss_on_another_device(self):
        change = ("targets)\n", "targets).to('meta')\n")
        self.check_mistake(change, "returns a loss on meta, but the batch is on cpu")

    def test_a_batch_without_targets(self):
        change = ("return inputs, inputs.roll(1, dims=1)", "return inputs")
        message = "must return two tensors, inputs and targets"
        self.check_mistake(change, "batch() (case.py:", message)

    def test_a_function_without_a_parameter(self):
        change = ("def batch(cell, step):", "def batch(cell, step=0, *, seed):")
        self.check_mistake(change, "must take (cell, step): missing a required", "'seed'")
        change = ("def loss(model, inputs, targets):", "def loss(model, inputs):")
        self.check_mistake(change, "loss() (case.py:", "(model, inputs, targets): too many")

    def test_a_name_that_is_no_function(self):
        change = ("def loss(model", "loss = 0.5\n\n\ndef _loss(model")
        self.check_mistake(change, "case.py: loss must be a function, not float 0.5")

    def test_a_case_that_is_no_python(self):
        self.check_mistake(("def model(cell):", "def model(cell)"), "SyntaxError", "case.py")


if __name__ == "__main__":
    unittest.main()
