"""Tests training runs with random rounding, and whether they distinguish healthy cells from wrong
ones."""

import pathlib
import statistics
import tempfile
import unittest

import support

from gridlock_testing import forked

TRAININGS = 8


def rounded(reports, key):
    """Returns for each step the values of `key` in all training runs with random rounding."""
    trainings = [line for line in reports[0] if line["type"] == "rounded"]
    return list(zip(*(training[key] for training in trainings)))


class Noise(unittest.TestCase):
    def moved(self, dtype, operation):
        """Returns the relative differences between results with and without random rounding, in
        units in the last place of 1. The inputs of the operation are numbers from 1 to 2 with few
        bits."""

        def measure():
            import torch

            from gridlock.train import noise

            numbers = 1 + torch.arange(256 * 256).view(256, 256).remainder(16) / 16
            numbers = numbers.to(getattr(torch, dtype))
            exact = operation(torch, numbers)
            with noise.RandomRounding(torch.device("cpu"), 1):
                inexact = operation(torch, numbers)
            unit = torch.finfo(exact.dtype).eps
            return ((inexact.double() / exact.double() - 1) / unit).flatten().tolist()

        return support.in_child(measure)

    def test_each_result_has_the_error_of_a_rounding(self):
        for dtype in ("float32", "bfloat16", "float16"):
            with self.subTest(dtype=dtype):
                units = self.moved(dtype, lambda torch, x: x * 1)
                self.assertAlmostEqual(statistics.pstdev(units), 12**-0.5, delta=0.1)
                self.assertAlmostEqual(statistics.mean(units), 0, delta=0.02)

    def test_sums_have_the_errors_of_their_terms(self):
        product = self.moved("float32", lambda torch, x: x @ x)
        self.assertAlmostEqual(statistics.pstdev(product), (17 / 12) ** 0.5, delta=0.1)
        total = self.moved("float32", lambda torch, x: x.sum(0))
        self.assertAlmostEqual(statistics.pstdev(total), (9 / 12) ** 0.5, delta=0.2)

    def test_infinite_results_stay(self):
        def masked():
            import torch

            from gridlock.train import noise

            infinite = torch.full((64, 64), -torch.inf)
            with noise.RandomRounding(torch.device("cpu"), 1):
                results = [(infinite.to(dtype) + 1) for dtype in (torch.float32, torch.bfloat16)]
            return [bool(result.isneginf().all()) for result in results]

        self.assertEqual(support.in_child(masked), [True, True])

    def test_what_only_moves_numbers_is_exact(self):
        for operation in (
            lambda torch, x: torch.cat([x, x]),
            lambda torch, x: torch.full((3,), 0.1),
            lambda torch, x: x.t().contiguous(),
            lambda torch, x: x.relu(),
        ):
            self.assertEqual(set(self.moved("float32", operation)), {0.0})


class Rounded(unittest.TestCase):
    def train(self, axes, world_size=2, **overrides):
        [reports] = forked.train(support.DENSE, [axes], world_size, **overrides)
        return reports

    def test_numbers_of_healthy_cells_lie_within_their_spread(self):
        reference = self.train({"fsdp": "replicate"}, rounded=TRAININGS)
        self.assertEqual(len(rounded(reference, "losses")[0]), TRAININGS)
        for axes in ({"cp": 2, "rotation": "ring"}, {"fsdp": "full_shard"}):
            cell = self.train(axes)
            for key, numbers in (("losses", forked.losses), ("grad_norms", forked.grad_norms)):
                steps = zip(rounded(reference, key), numbers(cell), numbers(reference), strict=True)
                for spread, one, other in steps:
                    with self.subTest(key=key, **axes):
                        deviation = statistics.stdev(spread) + other * 2**-24
                        self.assertLess(abs(one - other), 7 * deviation)
                        # The measured spread must be narrower than the differences that it should
                        # reveal.
                        self.assertLess(deviation, other * 1e-6)

    def test_the_cell_itself_keeps_its_bits(self):
        plain, measured = self.train({}), self.train({}, rounded=2)
        self.assertEqual(forked.losses(plain), forked.losses(measured))
        self.assertEqual(len([line for line in measured[0] if line["type"] == "step"]), 3)
        self.assertIn("noise", forked.done(measured)["seconds"])

    def test_a_case_that_trains_once_is_trained_once_more_and_says_why(self):
        source = (support.DENSE / "case.py").read_text().replace(
            "def model(cell):",
            "built = []\n\n\ndef model(cell):\n    assert not built, 'once'\n    built.append(cell)",
        )
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "case.py").write_text(source)
            [reports] = forked.train(folder, [{}], 2, rounded=3)
        self.assertEqual(len(forked.losses(reports)), 3)
        [failed] = [line for line in reports[0] if line["type"] == "rounded"]
        self.assertEqual(failed["error"], "AssertionError: once")

    def test_what_is_recomputed_is_rounded_as_before(self):
        """Checks that the recomputation repeats the random errors of the forward. Otherwise a token
        could go to another expert, and the recomputed tensors would have other sizes."""
        cell = {"activation_checkpointing": True, "fsdp": "replicate", "precision": "bf16"}
        reports = forked.train(support.ROOT / "cases" / "moe", [cell], 2, rounded=2)[0]
        trainings = [line for line in reports[0] if line["type"] == "rounded"]
        self.assertEqual([line.get("error") for line in trainings], [None, None])

    def test_every_training_rounds_otherwise_and_only_rank_0_tells(self):
        reports = self.train({}, rounded=3)
        self.assertEqual(len(set(rounded(reports, "grad_norms")[2])), 3)
        self.assertFalse(any(line["type"] == "rounded" for line in reports[1]))


if __name__ == "__main__":
    unittest.main()
