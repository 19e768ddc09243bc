"""Tests that a plain reducer with the minimizer's passes gets close to what a person would
write."""

import pathlib
import unittest

import fake_torch
from reducer import Reducer

SCRIPTS = pathlib.Path(__file__).parent / "scripts"

BY_HAND = """
import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.distributed.fsdp import fully_shard
dist.init_process_group()
model = nn.Embedding(1, 1)
fully_shard(model)
F.cross_entropy(model(torch.randint(1, (1, 2)))).backward()
norm = torch.stack(model.parameters())
if dist.get_rank() != 1:
    dist.all_reduce(norm)
"""


def shows_the_bug(text):
    """Returns whether the script has the bug: ranks train a sharded embedding, and rank 0 reduces
    the norm of its gradients but rank 1 does not."""
    return _reduces_norm(text, 0) and _reduces_norm(text, 1) is False


def _reduces_norm(text, rank):
    """Returns whether the rank reduces the norm; None if the rank does not get that far."""
    try:
        calls = fake_torch.run(text, rank)
    except Exception:
        return None
    steps = iter(calls)
    trained = (
        any(name == "init_process_group" for name, _ in steps)
        and any(name == "fully_shard" for name, _ in steps)
        and any(
            name == "backward" and {"fully_shard", "randint", "Embedding"} <= of
            for name, of in steps
        )
    )
    if not trained:
        return None
    return any(
        name == "all_reduce" and {"parameter", "Embedding", "stack"} <= of for name, of in steps
    )


def lines(text):
    return sum(1 for line in text.splitlines() if line.strip())


class Reduction(unittest.TestCase):
    def test_a_long_script_becomes_nearly_what_a_person_would_write(self):
        self.assertTrue(shows_the_bug(BY_HAND))
        text = (SCRIPTS / "long_training.py").read_text()
        self.assertTrue(shows_the_bug(text))
        reducer = Reducer(text, shows_the_bug)
        reduced = reducer.run()
        counts = f"asked {reducer.asked}, screened {reducer.screened}, cached {reducer.cached}\n"
        self.assertTrue(shows_the_bug(reduced), reduced)
        self.assertLessEqual(lines(reduced), 1.25 * lines(BY_HAND), counts + reduced)


if __name__ == "__main__":
    unittest.main()
