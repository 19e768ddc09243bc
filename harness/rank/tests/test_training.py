"""Tests cells of cases/dense on forked ranks."""

import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import planted
import support
import torch

import gridlock
from gridlock import case
from gridlock.start import zygote
from gridlock.train import channel, compiling, sharding, training
from gridlock_testing import forked

REPLICAS = {"fsdp": "replicate"}
RING = {"cp": 4, "rotation": "ring", "load_balance": True}
MIXED = [
    {},
    {"precision": "bf16", "fsdp": "hybrid_shard"},
    *support.some([RING], 0),
    {"cp": 2, "rotation": "ring", "load_balance": True},
    {"compile": "before_fsdp", "backend": "aot_eager", "cp": 2},
    {},
]


def train(cells, world_size=4, **options):
    return forked.train(support.DENSE, cells, world_size, **options)


def numbers(reports, rank=0):
    return forked.losses(reports, rank), forked.grad_norms(reports, rank)


def one_process(steps):
    """Returns the gradients of each step, computed without FSDP, groups or harness."""
    gridlock.cell.load({"case_dir": support.DENSE, "axes": {}, "world_size": 1})
    from gridlock.train import context_parallel

    dense = case.load("dense", support.DENSE)
    torch.manual_seed(0)
    model = dense.model(gridlock.cell)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    gradients = []
    for step in range(steps):
        batch = dense.batch(gridlock.cell, step)
        batch = context_parallel.share(gridlock.cell, torch.device("cpu"), None, batch)
        dense.loss(model, *batch).backward()
        gradients.append({name: p.grad.numpy().copy() for name, p in model.named_parameters()})
        optimizer.step()
        optimizer.zero_grad()
    return gradients


def gradients_of(axes, world_size=4):
    """Returns the whole gradients of each step of a cell, gathered from all ranks."""
    kept = []
    original = training.local_gradients

    def keep(model):
        gradients = {n: p.grad.full_tensor().numpy().copy() for n, p in model.named_parameters()}
        kept.append(gradients)
        return original(model)

    def rank_of(rank, folder):
        with mock.patch.object(training, "local_gradients", keep):
            spec = forked.spec(
                support.DENSE, axes, world_size, "fork", folder, {"rank": rank, "local_rank": rank}
            )
            from gridlock.train import runner

            runner.run(spec, channel.Memory())
        return kept

    with tempfile.TemporaryDirectory() as folder:
        return support.on_ranks(world_size, lambda rank: rank_of(rank, folder))


def largest_difference(gradients, reference):
    return max(
        abs(step[name] - of[name]).max() / abs(of[name]).max()
        for step, of in zip(gradients, reference, strict=True)
        for name in of
    )


class Gradients(unittest.TestCase):
    def test_are_those_of_one_process_in_every_fsdp_mode(self):
        reference = support.in_child(one_process, 3)
        for mode in sharding.MODES:
            for rank, gradients in enumerate(gradients_of({"fsdp": mode, **RING})):
                with self.subTest(fsdp=mode, rank=rank):
                    self.assertLess(largest_difference(gradients, reference), 1e-3)
                    self.assertLess(largest_difference(gradients[:1], reference[:1]), 1e-5)


class Relations(unittest.TestCase):
    def test_every_rank_reports_the_same_bits(self):
        [reports] = train([RING])
        for rank in range(1, 4):
            self.assertEqual(numbers(reports, rank), numbers(reports))

    def test_the_same_cell_twice_gives_the_same_bits(self):
        one, two = train([RING, RING])
        self.assertEqual(numbers(one), numbers(two))

    def test_warm_ranks_give_the_bits_of_fresh_ones(self):
        ranks = 4 if support.TRIES_ALL else 2
        for cell, warm, fresh in zip(MIXED, train(MIXED, ranks, tier="warm"), train(MIXED, ranks)):
            with self.subTest(cell=cell):
                self.assertEqual(numbers(warm), numbers(fresh))

    def test_world_sizes_agree_on_the_same_global_batch(self):
        [alone] = train([{}], world_size=1)
        for world_size in support.some((2, 8), 1):
            [reports] = train([{"cp": 2}], world_size=world_size)
            for one, other in zip(numbers(reports), numbers(alone)):
                self.assertLess(support.relative(one, other), 1e-5)

    def test_compiled_agrees_with_uncompiled_and_is_compiled(self):
        [eager] = train([REPLICAS])
        # FSDP's hooks break the graph of a model that is compiled as a whole, in its loop over the
        # blocks.
        breaks = {"block": 0, "model": 1}
        orders = [("before_fsdp", "block"), ("after_fsdp", "block"), ("after_fsdp", "model")]
        for order, scope in orders:
            cell = {"compile": order, "scope": scope, "backend": "aot_eager"}
            with self.subTest(**cell):
                [reports] = train([cell], world_size=2)
                self.assertGreater(forked.done(reports)["compile"]["graphs"], 0)
                self.assertEqual(forked.done(reports)["compile"]["breaks"], breaks[scope])
                self.assertEqual(forked.done(reports)["compile"]["recompiles"], 0)
                for one, other in zip(numbers(reports), numbers(eager)):
                    self.assertLess(support.relative(one, other), 1e-5)

    def test_half_precisions_stay_finite_and_near(self):
        fp32, bf16, fp16 = train([{}, {"precision": "bf16"}, {"precision": "fp16"}])
        self.assertLess(support.relative(forked.losses(bf16), forked.losses(fp32)), 2e-2)
        self.assertLess(support.relative(forked.losses(fp16), forked.losses(fp32)), 2e-3)
        self.assertNotEqual(forked.losses(bf16), forked.losses(fp32))


class PlantedFault(unittest.TestCase):
    """Plants faults that comparisons between cells must detect."""

    def test_gradients_summed_and_not_averaged(self):
        [good] = train([{}], world_size=2)
        with planted.sum_for_average():
            [bad] = train([{}], world_size=2)
        self.assertGreater(support.relative(forked.grad_norms(bad), forked.grad_norms(good)), 0.5)

    def test_a_rank_fed_another_ranks_rows(self):
        [good] = train([{}], world_size=2)
        with planted.rows_of_rank_0():
            [bad] = train([{}], world_size=2)
        self.assertGreater(support.relative(forked.losses(bad), forked.losses(good)), 1e-3)


class Reports(unittest.TestCase):
    def test_non_finite_numbers_survive_json(self):
        line = channel.encode({"loss": math.nan, "norms": [math.inf, -math.inf, 0.1]})
        self.assertEqual(json.loads(line), {"loss": "nan", "norms": ["inf", "-inf", 0.1]})

    def test_a_case_that_raises_is_reported_with_phase_and_traceback(self):
        with tempfile.TemporaryDirectory() as folder:
            source = "def model(cell):\n    raise ValueError('no such model')\n"
            source += "layers = batch = loss = lambda *arguments: None\n"
            (pathlib.Path(folder) / "case.py").write_text(source)
            [[[report]]] = forked.train(folder, [{}], world_size=1)
        self.assertEqual((report["type"], report["phase"]), ("error", "build"))
        self.assertIn("build", report["seconds"])
        self.assertEqual(report["error"], "ValueError: no such model")
        self.assertIn("case.py", report["traceback"])

    def test_phases_come_in_order_and_name_the_compiler(self):
        def phases():
            from gridlock.train import runner

            memory = channel.Memory()
            axes = {"compile": "before_fsdp", "backend": "aot_eager"}
            with tempfile.TemporaryDirectory() as folder:
                spec = forked.spec(
                    support.DENSE, axes, 1, "fork", folder, {"rank": 0, "local_rank": 0}
                )
                runner.run(spec, memory)
            return memory.phases

        entered = support.in_child(phases)
        names = [name for name, _ in entered]
        self.assertEqual(names[:3], ["start", "group", "build"])
        self.assertEqual(entered[3:5], [("step", 0), ("compile", 0)])
        self.assertEqual(entered[-3:], [("step", 1), ("step", 2), ("done", -1)])

    def test_a_compiled_cell_imports_nothing_that_the_zygote_has_not(self):
        [reports] = train([{"compile": "before_fsdp", "backend": "inductor"}], world_size=1)
        self.assertEqual(forked.done(reports)["new_modules"], [])


class Torchrun(unittest.TestCase):
    def test_trains_the_same_cell_to_the_same_bits(self):
        [in_harness] = train([{}], world_size=2)
        with tempfile.TemporaryDirectory() as folder:
            spec = forked.spec(support.DENSE, {}, 2, "cold", folder, {})
            path = pathlib.Path(folder) / "spec.json"
            path.write_text(json.dumps(spec))
            command = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2"]
            command += ["--standalone", "-m", "gridlock.train.torchrun", str(path)]
            limit = forked.LIMIT_SECONDS
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=True)
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        self.assertEqual(numbers([lines]), numbers(in_harness[:1]))


class Zygote(unittest.TestCase):
    @unittest.skipIf(torch.cuda.is_available(), "NVML has a thread of its own")
    def test_has_one_thread(self):
        self.assertEqual(len(list(pathlib.Path("/proc/self/task").iterdir())), 1)

    def test_has_no_cuda_context(self):
        self.assertFalse(torch.cuda.is_initialized())
        self.assertEqual(zygote.new_modules(), [])


class CompileArguments(unittest.TestCase):
    def arguments(self, options=None, **axes):
        spec = {"case_dir": support.DENSE, "axes": axes, "world_size": 1}
        if options:
            spec["compile_options"] = options
        module = mock.Mock()
        compiling.apply(module, [module], gridlock.cell.load(spec))
        return module.compile.call_args.kwargs

    def test_the_axes_reach_torch_compile(self):
        plain = {"backend": "eager", "dynamic": False, "fullgraph": False}
        nothing = {"mode": None, "options": None}
        self.assertEqual(self.arguments(backend="eager"), plain | nothing)
        self.assertEqual(
            self.arguments(mode="max-autotune", fullgraph=True, dynamic=True),
            {"backend": "inductor", "dynamic": True, "fullgraph": True}
            | {"mode": "max-autotune", "options": None},
        )

    def test_so_do_options_where_the_backend_is_inductor(self):
        options = {"epilogue_fusion": False}
        self.assertEqual(self.arguments(options)["options"], options)
        self.assertIsNone(self.arguments(options, backend="aot_eager")["options"])


if __name__ == "__main__":
    unittest.main()
