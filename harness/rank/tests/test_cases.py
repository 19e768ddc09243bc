"""Tests cells of cases/vision and cases/adjust, compiled and uncompiled."""

import contextlib
import io
import logging
import tempfile
import unittest
from unittest import mock

import support

from gridlock.train import channel, printing, training
from gridlock_testing import forked

VISION = support.ROOT / "cases" / "vision"
ADJUST = support.ROOT / "cases" / "adjust"
COMPILED = {"compile": "before_fsdp", "backend": "aot_eager"}

# For each adjustment: whether Dynamo of torch 2.11 breaks the graph of a block.
BREAKS = {
    "none": False,
    "item": True,
    "numpy": False,
    "logger": True,
    "autograd_function": False,
    "custom_operator": False,
    "print": True,
    "reordered_print": False,
    "reordered_logger": False,
}


def numbers(reports):
    return forked.losses(reports), forked.grad_norms(reports)


def run_rank(case, axes, world_size, rank, folder):
    """Trains the cell in this process."""
    from gridlock.train import runner

    place = {"rank": rank, "local_rank": rank}
    spec = forked.spec(case, axes, world_size, "fork", folder, place)
    if not runner.run(spec, channel.Memory()):
        raise AssertionError("the rank did not finish its cell")


def buffers_of(axes, world_size=2):
    """Returns each rank's buffers after the last step."""
    last = {}
    original = training.local_gradients

    def keep(model):
        last.update({name: buffer.clone() for name, buffer in model.named_buffers()})
        return original(model)

    def rank_of(rank, folder):
        with mock.patch.object(training, "local_gradients", keep):
            run_rank(VISION, axes, world_size, rank, folder)
        return {name: (str(buffer.dtype), buffer.numpy()) for name, buffer in last.items()}

    with tempfile.TemporaryDirectory() as folder:
        return support.on_ranks(world_size, lambda rank: rank_of(rank, folder))


def printed(reports):
    """Returns the lines that rank 0 printed, by step."""
    return [report.get("printed", []) for report in reports[0] if report["type"] == "step"]


class CaseTest(unittest.TestCase):
    def assert_near(self, reports, reference, bound):
        for one, other in zip(numbers(reports), numbers(reference)):
            self.assertLess(support.relative(one, other), bound)


class Vision(CaseTest):
    def test_compiled_agrees_with_uncompiled_and_a_stage_is_one_graph(self):
        orders = [("before_fsdp", "block"), ("after_fsdp", "block"), ("after_fsdp", "model")]
        cells = [{}] + [COMPILED | {"compile": order, "scope": scope} for order, scope in orders]
        eager, *compiled = forked.train(VISION, cells, 2, tier="warm")
        for (order, scope), reports in zip(orders, compiled):
            with self.subTest(compile=order, scope=scope):
                seen = forked.done(reports)["compile"]
                self.assertGreater(seen["graphs"], 0)
                self.assertEqual(seen["breaks"], 0 if scope == "block" else 1)
                self.assert_near(reports, eager, 1e-5)

    def test_running_statistics_agree_and_stay_fp32(self):
        for precision, bound in (("fp32", 1e-5), ("bf16", 1e-2)):
            axes = {"precision": precision, "layers": 1}
            ranks = zip(buffers_of(axes | COMPILED), buffers_of(axes), strict=True)
            for rank, (compiled, eager) in enumerate(ranks):
                with self.subTest(precision=precision, rank=rank):
                    self.assert_same_buffers(compiled, eager, bound)

    def assert_same_buffers(self, compiled, eager, bound):
        self.assertEqual(compiled.keys(), eager.keys())
        for name, (dtype, values) in compiled.items():
            if name.endswith("num_batches_tracked"):
                self.assertEqual((values, eager[name][1]), (3, 3))
                continue
            self.assertEqual(dtype, "torch.float32")
            self.assertLess(abs(values - eager[name][1]).max(), bound)


class Adjust(CaseTest):
    def test_dynamo_breaks_where_the_matrix_says_and_numbers_agree(self):
        uncompiled = [{"adjustment": name, "layers": 1} for name in BREAKS]
        compiled = [axes | COMPILED | scope_of(axes) for axes in uncompiled]
        trained = forked.train(ADJUST, uncompiled + compiled, 1, tier="warm")
        eager, compiled = trained[: len(BREAKS)], trained[len(BREAKS) :]
        for (name, breaks), reports, reference in zip(BREAKS.items(), compiled, eager):
            with self.subTest(adjustment=name):
                seen = forked.done(reports)["compile"]
                self.assertEqual(seen["breaks"] > breaks_of_fsdp(name), breaks)
                self.assert_near(reports, reference, 1e-5)

    def test_context_parallelism_changes_no_number(self):
        names = list(BREAKS)
        cells = [{"adjustment": name, "cp": cp} for name in names for cp in (1, 2)]
        trained = forked.train(ADJUST, cells, 2, tier="warm")
        for name, one, two in zip(names, trained[::2], trained[1::2]):
            with self.subTest(adjustment=name):
                self.assert_near(two, one, 1e-5)

    def test_reordered_prints_show_what_buffers_were_changed_to(self):
        before = ["tensor(0) tensor(0.)", "tensor(1) tensor(0.5000)", "tensor(2) tensor(0.7500)"]
        after = [*before[1:], "tensor(3) tensor(0.8750)"]
        expected = (("print", COMPILED, before), ("reordered_print", {}, before))
        expected += (("reordered_print", COMPILED, after),)
        expected += (("reordered_logger", {}, before), ("reordered_logger", COMPILED, after))
        cells = [{"adjustment": name, "layers": 1, **axes} for name, axes, _ in expected]
        for cell, reports in zip(expected, forked.train(ADJUST, cells, 1, tier="warm")):
            with self.subTest(adjustment=cell[0], compiled=bool(cell[1])):
                self.assertEqual(printed(reports), [[f"adjust: {line}"] for line in cell[2]])


class Printed(unittest.TestCase):
    def setUp(self):
        stream = contextlib.redirect_stdout(io.StringIO())
        stream.__enter__()
        self.addCleanup(stream.__exit__, None, None, None)

    def test_keeps_lines_and_messages_of_loggers_until_they_are_taken(self):
        with printing.Printed() as printed, self.assertLogs():
            print("one", end=" ")
            print("line")
            logging.getLogger("mine").warning("number %d", 3)
            logging.getLogger("mine").debug("below the level")
            logging.getLogger("torch._dynamo.x").warning("torch's own")
            self.assertEqual(printed.take(), ["one line", "mine: number 3"])
            self.assertEqual(printed.take(), [])
        print("afterwards")
        self.assertEqual(printed.take(), [])

    def test_of_many_lines_it_keeps_a_few(self):
        with printing.Printed() as printed:
            print("x" * 1000 + "\n" + "line\n" * 49)
        lines = printed.take()
        self.assertEqual((len(lines), len(lines[0]), lines[-1]), (41, 200, "11 more lines"))


def scope_of(axes):
    """Returns a scope that contains the adjustment. A custom operator runs before all blocks, so
    only the scope of the whole model contains it."""
    return {"scope": "model" if axes["adjustment"] == "custom_operator" else "block"}


def breaks_of_fsdp(name):
    """Returns the number of graph breaks that FSDP's hooks cause. In a model that is compiled as a
    whole, they break the graph in the loop over the blocks."""
    return 1 if name == "custom_operator" else 0


if __name__ == "__main__":
    unittest.main()
