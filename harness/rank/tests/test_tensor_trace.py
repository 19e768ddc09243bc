"""Tests that the parts of all ranks form the same full tensors, however tensors are sharded."""

import json
import math
import pathlib
import tempfile
import unittest

import support
import torch
from safetensors import safe_open

from gridlock.train import places
from gridlock_testing import forked

EXACT = support.ROOT / "cases" / "exact"
PLAIN = {"fsdp": "replicate"}


def train(axes, world_size=4, case=EXACT, **overrides):
    """Returns the reports of all ranks, and {(step, phase, name): (full tensor, its
    description)}."""
    with tempfile.TemporaryDirectory() as folder:
        [reports] = forked.train(case, [axes], world_size, taps=folder, **overrides)
        forked.done(reports)
        return reports, full_tensors(sorted(pathlib.Path(folder).iterdir()))


def full_tensors(paths):
    full = {}
    for path in paths:
        with safe_open(path, "pt") as file:
            for entry in json.loads(file.metadata()["taps"]):
                key = entry["step"], entry["phase"], entry["name"]
                _, tensor, _ = full.setdefault(
                    key, (entry, torch.full([math.prod(entry["sizes"])], math.nan), set())
                )
                for part in entry["parts"]:
                    stored = file.get_tensor(part["tensor"]) * entry["scale"]
                    put(tensor, stored, part["first"], entry)
    return {
        key: (entry, tensor.reshape(entry["sizes"])) for key, (entry, tensor, _) in full.items()
    }


def put(full, part, first, entry):
    """Copies a part to its place in the full tensor, whose elements are contiguous."""
    strides = places.strides(entry["sizes"])
    at = torch.full(part.shape, first)
    for dimension, stride in enumerate(strides[: part.dim()]):
        shape = [-1 if d == dimension else 1 for d in range(part.dim())]
        at = at + torch.arange(part.shape[dimension]).view(shape) * stride
    full[at.flatten()] = part.float().flatten()


class TensorTrace(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.reports, cls.plain = train(PLAIN)

    def assert_same(self, tensors, of=None):
        self.assertEqual(set(tensors), set(of or self.plain))
        for key, (_, tensor) in tensors.items():
            with self.subTest(key=key):
                self.assertFalse(tensor.isnan().any(), "nobody holds some elements")
                self.assertTrue(torch.equal(tensor, self.plain[key][1]))

    def test_see_each_step_from_its_inputs_to_the_state_that_it_leaves(self):
        steps = {step for step, _, _ in self.plain}
        self.assertEqual(steps, {0, 1, 2})
        phases = {phase for step, phase, _ in self.plain if step == 1}
        self.assertEqual(phases, {"forward", "loss", "backward", "gradients", "parameters"})
        for name in ("inputs", "blocks.0", "blocks.0.attention", "model"):
            self.assertIn((1, "forward", name), self.plain)

    def test_change_no_bit_of_a_training(self):
        [untraced] = forked.train(EXACT, [PLAIN], 4)
        self.assertEqual(forked.losses(untraced), forked.losses(self.reports))
        states = [
            [line["state"] for line in lines if line["type"] == "step"]
            for reports in (untraced, self.reports)
            for lines in reports
        ]
        self.assertEqual(states[:4], states[4:])

    def test_of_shards_make_up_the_same_tensors(self):
        for fsdp in ("full_shard", "hybrid_shard"):
            with self.subTest(fsdp=fsdp):
                self.assert_same(train({"fsdp": fsdp})[1])

    def test_of_parts_of_a_sequence_make_up_the_same_tensors(self):
        for rotation in ("ring", "allgather"):
            for balanced in (False, True):
                axes = {"cp": 2, "rotation": rotation, "load_balance": balanced}
                with self.subTest(**axes):
                    self.assert_same(train({"fsdp": "full_shard", **axes})[1])

    def test_see_recomputed_outputs_once(self):
        self.assert_same(train({**PLAIN, "checkpointing": True})[1])

    def test_see_of_what_is_compiled_what_comes_out_of_it(self):
        compiled = train({**PLAIN, "compile": "before_fsdp", "backend": "aot_eager"})[1]
        missing = {name for _, phase, name in set(self.plain) - set(compiled)}
        self.assertIn("blocks.0.attention.v", missing)
        self.assertTrue(all(name.count(".") > 1 for name in missing), missing)
        self.assertLess(set(compiled), set(self.plain))
        self.assert_same(compiled, compiled)

    def test_measure_how_far_random_rounding_moves_each_tensor(self):
        _, traced = train({}, 2, support.DENSE, rounded=3)
        self.assertIn((1, "optimizer", "norm.weight.exp_avg"), traced)
        for (_, phase, name), (entry, _) in traced.items():
            with self.subTest(phase=phase, name=name):
                self.assertEqual(len(entry["moved"]), 3)
                moved = any(squares > 0 for squares, _ in entry["moved"])
                if phase != "parameters":  # rounding changes few parameters near 1
                    self.assertEqual(moved, name != "inputs")
        _, unmeasured = train({}, 2, support.DENSE)
        self.assertTrue(all(entry["moved"] == [] for entry, _ in unmeasured.values()))


if __name__ == "__main__":
    unittest.main()
