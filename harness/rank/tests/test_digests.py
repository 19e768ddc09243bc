"""Tests the digests of a model's tensors on one rank. PYTHONPATH must contain
lib/gridlock_digest.so and, on GPUs, lib/gridlock_digest_cuda.so; CMake sets PYTHONPATH."""

import importlib.util
import pathlib
import tempfile
import unittest
from unittest import mock

import support
import torch
from torch import nn

from gridlock.train import digests
from gridlock_testing import forked

EXACT = support.ROOT / "cases" / "exact"

HAS_GPU = torch.cuda.device_count() > 0 and importlib.util.find_spec("gridlock_digest_cuda")


class Odd(nn.Module):
    """A module with parameters of many shapes and types. One parameter has no gradient, and the
    elements of one parameter are not contiguous."""

    def __init__(self):
        super().__init__()
        self.weights = nn.ParameterList(
            [
                torch.randn(300, 77),
                torch.randn(()),
                torch.randn(5).bfloat16(),
                torch.randn(33, 9).double(),
                torch.randn(40, 50).t(),
                torch.randn(0, 3),
            ]
        )
        self.unused = nn.Parameter(torch.ones(7))

    def forward(self):
        return sum(weight.double().square().sum() for weight in self.weights)


def states(device, steps=3, change=None):
    """Returns the digests after each step of a training run. Its numerical results are the same on
    all devices."""

    def observe():
        with mock.patch.object(digests.places, "own", lambda: "0"):
            return train(torch.device(device), steps, change)

    return support.in_child(observe)


def train(device, steps, change):
    torch.manual_seed(0)
    model = Odd().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=2**-3, momentum=0.5)
    observer = digests.observer(device)
    seen = []
    for step in range(steps):
        model().backward()
        if step == change:
            model.weights[0].grad.view(torch.int32)[299, 76] ^= 1
        observer.see_gradients(model)
        optimizer.step()
        observer.see_update(optimizer)
        optimizer.zero_grad()
        seen.append(observer.read())
    return seen


class OnCpu(unittest.TestCase):
    def test_all_kinds_are_seen_in_each_step(self):
        for step, state in enumerate(states("cpu")):
            self.assertEqual(list(state), ["gradients", "parameters", "optimizer"])
            self.assertEqual(state["gradients"]["bytes"], {"0": 102_790})
            self.assertEqual(state["parameters"]["bytes"], {"0": 102_818}, step)

    def test_one_bit_changes_what_it_is_in_and_all_that_comes_of_it(self):
        right, wrong = states("cpu"), states("cpu", change=1)
        self.assertEqual(right[0], wrong[0])
        for kind in right[1]:
            self.assertNotEqual(right[1][kind], wrong[1][kind])


class OfActivations(unittest.TestCase):
    """Tests digests of activations in the case `exact`, where all cells have the same integers as
    activations."""

    def activations(self, axes, world_size=4, case=EXACT):
        """Returns by step: (digest of the full tensors, bytes that the ranks hold, bytes of the
        full tensors)."""
        [reports] = forked.train(case, [axes], world_size, digests="activations")
        forked.done(reports)
        ranks = [[line for line in lines if line["type"] == "step"] for lines in reports]
        return [self.whole([line["state"].get("activations") for line in step]) for step in zip(*ranks)]

    def whole(self, held):
        if held[0] is None:
            return None
        parts = [part for rank in held for part in rank["parts"].values()]
        total = sum(int(part["sum"], 16) for part in parts) % 2**64
        [(_, there)] = {item for rank in held for item in rank["bytes"].items()}
        return total, sum(part["bytes"] for part in parts), there

    def test_are_the_same_however_the_cell_is_trained(self):
        plain = self.activations({"fsdp": "replicate"}, 1)
        layers, numbers = 2, 16 * 64 * 64
        for total, held, there in plain:
            self.assertEqual((held, there), (layers * numbers * 4,) * 2)
        self.assertEqual(len({total for total, _, _ in plain}), len(plain), "steps differ")
        for axes in (
            {"fsdp": "full_shard"},
            {"precision": "bf16", "cp": 2, "rotation": "ring", "load_balance": True},
            {"precision": "fp16", "cp": 4, "rotation": "allgather"},
            {"activation_checkpointing": True},
            {"compile": "before_fsdp", "backend": "aot_eager"},
            {"compile": "after_fsdp", "backend": "eager", "activation_checkpointing": True},
        ):
            with self.subTest(**axes):
                self.assertEqual(self.activations(axes), plain)

    def test_of_another_rounding_are_others(self):
        one, other = (self.dense(precision) for precision in ("fp32", "bf16"))
        self.assertNotEqual(one, other)

    def dense(self, precision):
        [reports] = forked.train(
            support.DENSE, [{"precision": precision}], 2, digests="activations"
        )
        return [line["state"]["activations"] for line in reports[0] if line["type"] == "step"]

    def test_of_what_is_not_of_tokens_are_not_taken(self):
        """Trains a layer that returns a number besides its tokens, and a model that is called with
        keyword arguments."""
        source = (EXACT / "case.py").read_text()
        for old, new in (
            ("return x + self.down(F.relu(self.up(x)))", "x = x + self.down(F.relu(self.up(x)))\n        return x, x.float().mean()"),
            ("x = block(x, positions)", "x, _ = block(x, positions)"),
            ("model(inputs)", "model(tokens=inputs)"),
        ):
            self.assertIn(old, source)
            source = source.replace(old, new)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "case.py").write_text(source)
            changed = self.activations({"fsdp": "full_shard"}, 2, folder)
        self.assertEqual(changed, self.activations({"fsdp": "full_shard"}, 2))

    def test_are_not_seen_in_a_model_that_is_compiled_as_a_whole(self):
        axes = {"compile": "before_fsdp", "backend": "eager", "scope": "model"}
        self.assertEqual(self.activations(axes), [None] * 3)

    def test_are_not_looked_at_unless_they_are_asked_for(self):
        [reports] = forked.train(EXACT, [{}], 2)
        state = next(line["state"] for line in reports[0] if line["type"] == "step")
        self.assertNotIn("activations", state)


@unittest.skipUnless(HAS_GPU, "no GPU, or built without a CUDA compiler")
class OnGpu(unittest.TestCase):
    def test_they_are_those_of_the_cpu(self):
        self.assertEqual(states("cpu"), states("cuda"))

    def test_one_bit_is_seen(self):
        self.assertEqual(states("cpu", change=2), states("cuda", change=2))
        self.assertNotEqual(states("cuda"), states("cuda", change=2))

    def test_states_that_lie_on_the_cpu_count(self):
        def numbers_of_steps():
            parameter = nn.Parameter(torch.ones(3, device="cuda"))
            optimizer = torch.optim.AdamW([parameter])
            model = nn.ParameterList([parameter])
            observer = digests.observer(parameter.device)
            seen = []
            with mock.patch.object(digests.places, "own", lambda: "0"):
                for _ in range(2):
                    parameter.grad = torch.zeros_like(parameter)
                    observer.see_gradients(model)
                    optimizer.step()
                    observer.see_update(optimizer)
                    seen.append(observer.read()["optimizer"])
            return seen

        one, two = support.in_child(numbers_of_steps)
        self.assertNotEqual(one, two)  # only the step count differs


if __name__ == "__main__":
    unittest.main()
