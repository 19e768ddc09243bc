"""Compares cells of cases/dense with gridlock-reference, which trains the same case in C++ and fp64
(golden/reference)."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from typing import NamedTuple
from unittest import mock

import numpy as np
import planted
import support
import torch.distributed as dist
from safetensors import numpy as tensor_files
from torch.distributed.tensor import DTensor

from gridlock.train import digests, initial_state
from gridlock_testing import forked

PROGRAM = pathlib.Path(
    os.environ.get("GRIDLOCK_REFERENCE", support.ROOT / "build/release/bin/gridlock-reference")
)
STEPS = 3
SEED = 5

# How far healthy cells in fp32 may differ from the reference, as relative differences. In three
# steps, losses and norms differ by a tenth of these bounds. Norms and parameters diverge further in
# each step, because fp32 rounds the factor of the weight decay.
BOUNDS = {"losses": 1e-6, "grad_norms": 1e-6, "parameters": 2e-6}


class Numbers(NamedTuple):
    losses: list
    grad_norms: list
    parameters: dict  # parameters by name, after the last step


class Keeper:
    """Takes the place of the observer of digests. Keeps the parameters after each update."""

    def __init__(self, path):
        self._path = path

    def see_gradients(self, model):
        self._model = model

    def see_update(self, _):
        whole = {name: whole_tensor(p).numpy() for name, p in self._model.named_parameters()}
        if dist.get_rank() == 0:
            tensor_files.save_file(whole, self._path)

    def read(self):
        return {}


def whole_tensor(parameter):
    tensor = parameter.detach()
    return tensor.full_tensor() if isinstance(tensor, DTensor) else tensor


def of_a_cell(axes, world_size, folder):
    """Trains a cell, and writes its initial state to the folder."""
    final, initial = f"{folder}/final", f"{folder}/initial"
    options = {"steps": STEPS, "seed": SEED, "initial_state": initial}
    with mock.patch.object(digests, "observer", lambda _: Keeper(final)):
        [reports] = forked.train(support.DENSE, [axes], world_size, **options)
    losses, grad_norms = forked.losses(reports), forked.grad_norms(reports)
    return Numbers(losses, grad_norms, tensor_files.load_file(final))


def run_reference(folder, **options):
    options = {
        "state": f"{folder}/initial",
        "seed": SEED,
        "steps": STEPS,
        "out": f"{folder}/reference",
    } | options
    words = [f"--{name}={value}" for name, value in options.items()]
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True)


def of_the_reference(folder):
    done = run_reference(folder)
    if done.returncode:
        raise AssertionError(done.stderr)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["step"] for line in lines] == list(range(STEPS))
    losses, grad_norms = ([line[key] for line in lines] for key in ("loss", "grad_norm"))
    return Numbers(losses, grad_norms, tensor_files.load_file(f"{folder}/reference"))


def relative_to(reference, parameters):
    """Returns the root mean square of the differences of all parameters, relative to the root mean
    square of the parameters."""
    names = list(reference)
    assert sorted(parameters) == sorted(names)
    difference = sum(np.square(parameters[n] - reference[n]).sum() for n in names)
    return (difference / sum(np.square(reference[n]).sum() for n in names)) ** 0.5


def differences(axes, world_size, fault=contextlib.nullcontext()):
    """Returns the relative differences from the reference, by the keys of BOUNDS."""
    with tempfile.TemporaryDirectory() as folder:
        with fault:
            cell = of_a_cell(axes, world_size, folder)
        reference = of_the_reference(folder)
    return {
        "losses": support.relative(cell.losses, reference.losses),
        "grad_norms": support.relative(cell.grad_norms, reference.grad_norms),
        "parameters": relative_to(reference.parameters, cell.parameters),
    }


class Cells(unittest.TestCase):
    def check(self, axes, world_size):
        for what, difference in differences(axes, world_size).items():
            with self.subTest(what, axes=axes, world_size=world_size):
                self.assertLess(difference, BOUNDS[what])

    def test_agree_on_every_world_size(self):
        for world_size in (1, 2, 4):
            self.check({}, world_size)

    def test_agree_with_context_parallelism(self):
        self.check({"cp": 4, "rotation": "ring", "load_balance": True}, 4)

    def test_of_half_precision_are_near_but_do_not_agree(self):
        for precision, bound in (("bf16", 2e-3), ("fp16", 2e-4)):
            found = differences({"precision": precision}, 2)["losses"]
            with self.subTest(precision):
                self.assertLess(found, bound)
                self.assertGreater(found, BOUNDS["losses"])


class PlantedFault(unittest.TestCase):
    """Plants faults that a comparison with the reference must detect."""

    def check(self, fault, what):
        self.assertGreater(differences({}, 2, fault)[what], 5 * BOUNDS[what])

    def test_gradients_summed_and_not_averaged(self):
        self.check(planted.sum_for_average(), "grad_norms")

    def test_another_epsilon_in_norms(self):
        self.check(planted.another_epsilon(), "grad_norms")

    def test_weight_decay_lost(self):
        self.check(planted.no_weight_decay(), "parameters")

    def test_a_rank_fed_another_ranks_rows(self):
        self.check(planted.rows_of_rank_0(), "losses")


class InitialState(unittest.TestCase):
    def test_needs_safetensors_and_says_so(self):
        with mock.patch.dict(sys.modules, {"safetensors.torch": None}):
            with self.assertRaisesRegex(RuntimeError, "package safetensors"):
                initial_state.write(None, None, "nowhere")


class CommandLine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        of_a_cell({}, 1, cls.folder)

    def check(self, code, words, **options):
        done = run_reference(self.folder, **options)
        self.assertIn(words, done.stderr)
        self.assertEqual(done.returncode, code)

    def test_the_same_bits_each_time(self):
        one, other = of_the_reference(self.folder), of_the_reference(self.folder)
        self.assertEqual(one[:2], other[:2])
        self.assertEqual(relative_to(one.parameters, other.parameters), 0)

    def test_a_state_that_cannot_be_used_is_bad_input(self):
        self.check(2, f"{self.folder}/none: cannot be read", state=f"{self.folder}/none")
        self.check(2, "parameter blocks.0.attention.k.weight has shape", **{"key-value-heads": 1})

    def test_options_are_checked(self):
        self.check(2, "--steps", steps=0)

    def test_parameters_that_cannot_be_written_are_an_error_of_the_environment(self):
        self.check(3, "cannot be written", out=f"{self.folder}/none/reference")


if __name__ == "__main__":
    unittest.main()
