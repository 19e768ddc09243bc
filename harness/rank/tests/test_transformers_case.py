"""Tests the case cases/transformers. Needs the library transformers."""

import importlib.util
import unittest

import support

import gridlock
from gridlock import case
from gridlock_testing import forked

CASE = support.ROOT / "cases" / "transformers"
FAMILIES = (
    {"family": "llama"},
    {"family": "gpt2"},
    {"family": "mixtral", "experts": "batched_mm"},
)
SPLIT = {"cp": 2, "rotation": "ring", "load_balance": True}


def losses(axes, **options):
    """Returns the loss of each step on two ranks."""
    return forked.losses(forked.train(CASE, [axes], world_size=2, **options)[0])


def class_names_of_layers(axes):
    cell = gridlock.cell.load({"case_dir": CASE, "axes": {"layers": 3, **axes}, "world_size": 1})
    module = case.load("transformers", CASE)
    return [type(layer).__name__ for layer in module.layers(module.model(cell))]


def first_loss_of_the_library(axes):
    """Returns the loss with the library's own attention, computed without FSDP, groups or the
    harness."""
    import torch

    cell = gridlock.cell.load({"case_dir": CASE, "axes": axes, "world_size": 1})
    module = case.load("transformers", CASE)
    torch.manual_seed(cell.seed)
    model = module.model(cell)
    model.set_attn_implementation("sdpa")
    inputs, targets = module.batch(cell, 0)
    logits = model(input_ids=inputs).logits
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten()).item()


@unittest.skipUnless(importlib.util.find_spec("transformers"), "transformers is not installed")
class TransformersCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        case.load("transformers", CASE)  # imports the library before the ranks are forked

    def test_a_split_sequence_trains_as_a_whole_one(self):
        for axes in FAMILIES:
            with self.subTest(axes):
                difference = support.relative(losses({**axes, **SPLIT}), losses(axes))
                self.assertLess(difference, 1e-5)

    def test_attention_is_that_of_the_library(self):
        for axes in FAMILIES:
            with self.subTest(axes):
                expected = support.in_child(first_loss_of_the_library, axes)
                [loss] = losses(axes, steps=1)
                self.assertLess(abs(loss - expected) / expected, 1e-5)

    def test_layers_are_the_decoder_layers(self):
        names = ("LlamaDecoderLayer", "GPT2Block", "MixtralDecoderLayer")
        for axes, name in zip(FAMILIES, names, strict=True):
            with self.subTest(axes):
                self.assertEqual(support.in_child(class_names_of_layers, axes), [name] * 3)


if __name__ == "__main__":
    unittest.main()
