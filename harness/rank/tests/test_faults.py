"""Tests the cells of cases/faults and cases/healthy. A cell must be healthy apart from its planted
fault."""

import unittest
from unittest import mock

import support
import torch.distributed as dist

import gridlock
from gridlock import case, planting
from gridlock_testing import forked
from gridlock.cell import toml_parser

FAULTS = sorted(path.parent for path in (support.ROOT / "cases" / "faults").glob("*/case.toml"))
HEALTHY = sorted(path.parent for path in (support.ROOT / "cases" / "healthy").glob("*/case.toml"))
NOBODY = 99  # a rank that does not exist


def declared(folder):
    return toml_parser().loads((folder / "case.toml").read_text())


def without_its_fault(folder):
    """Returns the axes, the world size and the number of steps of a cell in which the fault does
    not occur."""
    cells = declared(folder)["cells"]
    axes, world_size, steps = {}, max(cells.get("world_size", [3])), planting.FAULT_STEP
    if "cp" in cells:
        axes["cp"] = world_size = 2
    if "faulty_rank" in declared(folder).get("axes", {}):
        axes["faulty_rank"] = NOBODY
        steps += 1
    return axes, world_size, steps


def loads(folder):
    return case.load(f"{folder.parent.name}/{folder.name}", folder) is not None


class Trials(unittest.TestCase):
    def test_each_loads_and_says_what_to_expect(self):
        for folder in FAULTS + HEALTHY:
            with self.subTest(folder.name):
                self.assertTrue(support.in_child(loads, folder))
                self.assertEqual("expect" in declared(folder), folder in FAULTS)

    def test_without_its_faulty_rank_each_fault_trains_to_its_end(self):
        by_size = {}
        for folder in FAULTS:
            axes, world_size, steps = without_its_fault(folder)
            by_size.setdefault(world_size, []).append((folder, axes, steps))
        for world_size, trials in by_size.items():
            for (folder, _, steps), reports in zip(trials, forked.train_in_turn(trials, world_size)):
                with self.subTest(folder.name):
                    self.assertEqual(len(forked.losses(reports)), steps)

    def test_legal_call_sites_and_backlogs_are_healthy(self):
        for name in ("different_sites", "async_backlog"):
            with self.subTest(name):
                reports = forked.train(support.ROOT / "cases" / "healthy" / name, [{}], 3)[0]
                self.assertEqual(len(forked.losses(reports)), 3)


class Planted(unittest.TestCase):
    def reports(self, name, world_size=2, **axes):
        return forked.train(support.ROOT / "cases" / "faults" / name, [axes], world_size)[0]

    def test_the_fault_comes_on_its_rank_after_a_healthy_step(self):
        faulty, other = reversed(self.reports("rank_raises", faulty_rank=1))
        self.assertEqual([line["type"] for line in faulty], ["step", "error"])
        self.assertEqual(faulty[1]["error"], "ValueError: planted")
        self.assertNotIn("planted", other[1]["error"])

    def test_a_maximum_among_sums_goes_unnoticed_but_for_the_numbers(self):
        planted = forked.losses(self.reports("different_reduce_op", faulty_rank=1))
        healthy = forked.losses(self.reports("different_reduce_op", faulty_rank=NOBODY))
        self.assertEqual(planted[0], healthy[0])
        self.assertNotEqual(planted[1], healthy[1])


class Step(unittest.TestCase):
    def test_only_the_faulty_rank_is_faulty_and_only_in_its_step(self):
        gridlock.cell.load({"case_dir": ".", "axes": {"faulty_rank": 1}, "world_size": 4})
        for rank in range(4):
            for step in range(3):
                with mock.patch.object(dist, "get_rank", lambda rank=rank: rank):
                    planting.begin(step)
                self.assertEqual(planting.has_come(), step == planting.FAULT_STEP)
                self.assertEqual(planting.is_faulty(), (rank, step) == (1, planting.FAULT_STEP))


if __name__ == "__main__":
    unittest.main()
