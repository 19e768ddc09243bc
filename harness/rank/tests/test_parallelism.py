"""Tests tensor, pipeline and expert parallelism, with cells whose ranks hold different parts of the
model."""

import unittest

import support
import torch

from gridlock_testing import forked

MOE = support.ROOT / "cases" / "moe"
COMPILED = {"compile": "before_fsdp", "backend": "aot_eager"}


def numbers(case, axes, world_size=4):
    """Returns the loss and the gradient norm of each step, and the digests of the last step's
    gradients."""
    reports = forked.train(case, [axes], world_size)[0]
    return forked.losses(reports) + forked.grad_norms(reports)


def held(case, axes, world_size=4):
    """Returns the bytes of the full gradients, and the bytes of all parts that the ranks report."""
    reports = forked.train(case, [axes], world_size)[0]
    steps = [next(r for r in rank if r["type"] == "step") for rank in reports]
    states = [step["state"]["gradients"] for step in steps]
    parts = {place: part["bytes"] for s in states for place, part in s["parts"].items()}
    whole = {ranks: size for s in states for ranks, size in s["bytes"].items()}
    return sum(whole.values()), sum(parts.values())


class Parallelism(unittest.TestCase):
    def assert_same(self, case, cells, reference):
        expected = numbers(case, reference)
        for axes in cells:
            with self.subTest(axes):
                difference = support.relative(numbers(case, axes), expected)
                self.assertLess(difference, 1e-5)

    def test_of_tensors_trains_the_same_model(self):
        cells = [
            {"tp": 2, "cp": 2, "fsdp": "full_shard_no_reshard"},
            {"tp": 2, "sequence_parallel": True, "activation_checkpointing": True, **COMPILED},
            {"tp": 2},
            {"tp": 2, "fsdp": "replicate", "activation_checkpointing": True},
            {"tp": 2, "scope": "model", **COMPILED},
            {"tp": 2, "cp": 2, "sequence_parallel": True},
        ]
        self.assert_same(support.DENSE, support.some(cells, 2), {})

    def test_of_stages_trains_the_same_model(self):
        cells = [
            {"pp": 4, "fsdp": "replicate", "activation_checkpointing": True},
            {"pp": 2, "scope": "model", **COMPILED},
            {"pp": 2},
            {"pp": 2, "cp": 2},
        ]
        cells = [{"layers": 4, **axes} for axes in support.some(cells, 2)]
        self.assert_same(support.DENSE, cells, {"layers": 4})

    def test_of_experts_trains_the_same_model(self):
        cells = [
            {"ep": 4, "cp": 2},
            {"ep": 2, "activation_checkpointing": True, **COMPILED},
            {"ep": 2},
            {"ep": 2, "fsdp": "replicate"},
        ]
        self.assert_same(MOE, support.some(cells, 2), {})

    def test_scales_the_gradients_of_half_precision(self):
        half = {"precision": "fp16"}
        for case, axes in ((support.DENSE, {"pp": 2}), (MOE, {"ep": 2})):
            same = support.relative(numbers(case, half | axes), numbers(case, half))
            self.assertLess(same, 2e-3)

    def test_leaves_no_part_of_the_gradients_to_nobody(self):
        for case, axes in ((support.DENSE, {"tp": 2}), (MOE, {"ep": 2})):
            whole, parts = held(case, axes)
            self.assertEqual(whole, parts)


class WholeStep(unittest.TestCase):
    def test_is_compiled_while_it_is_watched(self):
        cell = {"compile": "after_fsdp", "scope": "step", "backend": "aot_eager", "fsdp": "replicate"}
        reports = forked.train(support.DENSE, [cell | {"layers": 1}], 2)[0]
        uncompiled = forked.train(support.DENSE, [{"fsdp": "replicate", "layers": 1}], 2)[0]
        self.assertGreater(forked.done(reports)["compile"]["graphs"], 0)
        same = support.relative(forked.losses(reports), forked.losses(uncompiled))
        self.assertLess(same, 1e-6)


if __name__ == "__main__":
    torch.set_num_threads(1)
    unittest.main()
