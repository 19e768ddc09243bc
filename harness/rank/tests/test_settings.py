"""Tests torch's settings that are axes of a cell, and the environment that a run records."""

import importlib
import json
import os
import pathlib
import tempfile
import unittest
from unittest import mock

import support
import torch._dynamo.config
import torch._inductor.config

from gridlock.settings import modules, setting, snapshot


def reduced_dtypes():
    """Returns the dtypes in which FSDP2 reduces gradients if its policy has no reduce_dtype."""
    import torch.distributed as dist
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
    from torch.testing._internal.distributed.fake_pg import FakeStore
    from torch.utils._python_dispatch import TorchDispatchMode

    found = []

    class Reduced(TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            if "reduce_scatter" in str(function):
                found.append(args[1].dtype)
            return function(*args, **(kwargs or {}))

    dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=2)
    model = torch.nn.Linear(4, 4)
    policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16)
    fully_shard(model, mesh=dist.init_device_mesh("cpu", (2,)), mp_policy=policy)
    with Reduced():
        model(torch.ones(2, 4)).sum().backward()
    return found


class Settings(unittest.TestCase):
    def tearDown(self):
        setting.apply({})

    def test_are_the_config_axes_of_the_cell(self):
        cell = {"cp": 1, "config.dynamo.recompile_limit": 5, "config.fsdp.unshard_in_backward": True}
        self.assertEqual(setting.of_cell(cell), {"dynamo.recompile_limit": 5})

    def test_are_set_until_the_next_cell(self):
        before = torch._dynamo.config.recompile_limit
        setting.apply({"dynamo.recompile_limit": 5, "inductor.triton.cudagraphs": True})
        self.assertEqual(torch._dynamo.config.recompile_limit, 5)
        self.assertTrue(torch._inductor.config.triton.cudagraphs)
        setting.apply({"dynamo.verbose": True})
        self.assertEqual(torch._dynamo.config.recompile_limit, before)
        self.assertFalse(torch._inductor.config.triton.cudagraphs)
        self.assertTrue(torch._dynamo.config.verbose)

    def test_that_this_torch_lacks_are_errors(self):
        for key in ("dynamo.no_such_entry", "inductor.triton.none", "inductor.no_class.entry"):
            with self.assertRaisesRegex(ValueError, f"this torch has no setting config.{key}"):
                setting.apply({key: 1})

    def test_keep_the_type_of_what_is_there(self):
        setting.apply({"functorch.activation_memory_budget": 1})
        self.assertIsInstance(torch._functorch.config.activation_memory_budget, float)
        with self.assertRaisesRegex(ValueError, "recompile_limit is 8 and cannot be set to 'x'"):
            setting.apply({"dynamo.recompile_limit": "x"})
        setting.apply({"inductor.debug_fusion": "None"})
        self.assertIsNone(torch._inductor.config.debug_fusion)


class UnsetReduceDtype(unittest.TestCase):
    def test_is_the_one_that_fsdp_uses(self):
        said = snapshot.take()["config"]["torch.fsdp.reduce_dtype"]
        dtype = {"'None: grad_dtype'": torch.float32, "'None: param_dtype'": torch.bfloat16}[said]
        self.assertEqual(support.in_child(reduced_dtypes), [dtype])


class FsdpSettings(unittest.TestCase):
    def test_reach_the_modules(self):
        self.assertEqual(support.in_child(_configured), {"pool": True, "sum": True, "unshard": False})


def _configured():
    from unittest import mock

    from torch.distributed.fsdp import FSDPModule

    from gridlock import cell
    from gridlock.train import sharding

    axes = {
        "config.fsdp.allocate_memory_from_process_group_for_comm": True,
        "config.fsdp.force_sum_reduction_for_comms": True,
        "config.fsdp.unshard_in_backward": False,
    }
    spec = {"case_dir": support.DENSE, "axes": axes, "world_size": 1}
    module = mock.Mock(spec=FSDPModule)
    sharding.configure(mock.Mock(modules=lambda: [mock.Mock(), module]), cell.load(spec))
    return {
        "pool": module.set_allocate_memory_from_process_group_for_comm.call_args.args[0],
        "sum": module.set_force_sum_reduction_for_comms.call_args.args[0],
        "unshard": module.set_unshard_in_backward.call_args.args[0],
    }


class Snapshot(unittest.TestCase):
    def test_has_each_entry_of_torchs_configuration(self):
        kept = snapshot.take()["config"]
        for key, module in modules.MODULES.items():
            names = set(importlib.import_module(module)._config) - {"TYPE_CHECKING", "env_str"}
            self.assertEqual({f"{key}.{name}" for name in names} - kept.keys(), set())

    def test_tells_which_entries_with_an_underscore_are_set(self):
        with torch._inductor.config.patch(_micro_pipeline_tp=True):
            taken = snapshot.take()
        self.assertEqual(taken["config"]["inductor._micro_pipeline_tp"], "True")
        self.assertIn("inductor._micro_pipeline_tp", taken["set"])

    def test_of_a_run_is_without_the_variables_of_its_cells(self):
        mine = {"NCCL_ALGO": "Ring", "GLOO_SOCKET_IFNAME": "lo"}
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, mine):
            path = pathlib.Path(folder, "settings.json")
            with mock.patch.dict(os.environ, {"PYTHONPATH": ""}):  # as in ranks
                snapshot.write_once(path, own={"NCCL_ALGO": "Ring"})
            variables = json.loads(path.read_text())["environment"]
        self.assertNotIn("NCCL_ALGO", variables)
        self.assertIn("GLOO_SOCKET_IFNAME", variables)

    def test_leaves_out_no_module_that_compiling_reads(self):
        torch_folder = pathlib.Path(torch.__file__).parent
        files = {str(file.relative_to(torch_folder)) for file in torch_folder.rglob("*config*.py")}
        installed = {f for f in files if _installs_itself(torch_folder / f)}
        # Config modules of torch.export and of torch's own tests have no settings.
        others = {f for f in installed if f.startswith(("_export/", "testing/"))}
        self.assertEqual(installed - others - {*modules.FILES.values()}, set())


class Variables(unittest.TestCase):
    def test_are_those_that_compilers_and_the_loader_read(self):
        read = dict.fromkeys(
            ("CFLAGS", "CPATH", "CPLUS_INCLUDE_PATH", "CXXFLAGS", "LDFLAGS", "LIBRARY_PATH"), "x"
        )
        with mock.patch.dict(os.environ, read | {"HOME": "/root"}, clear=True):
            self.assertEqual(snapshot.environment(), read)

    def test_are_without_the_libraries_that_ranks_are_started_with(self):
        own = "/b/lib/gridlock_threads.so:/b/lib/gridlock_device.so"
        kept = {"": {}, own: {}, f"{own}:/l/malloc.so": {"LD_PRELOAD": "/l/malloc.so"}}
        for value, expected in kept.items():
            with mock.patch.dict(os.environ, {"LD_PRELOAD": value}, clear=True):
                self.assertEqual(snapshot.environment(), expected)


class Hardware(unittest.TestCase):
    @mock.patch.object(torch.cuda, "device_count", return_value=2)
    def test_is_how_many_gpus_torch_sees_and_which_the_driver_names(self, _):
        with tempfile.TemporaryDirectory() as folder:
            for slot in ("0000:18:00.0", "0000:2a:00.0"):
                file = pathlib.Path(folder, slot, "information")
                file.parent.mkdir()
                file.write_text("Model: \t\t NVIDIA H100 80GB HBM3\nIRQ:   \t\t 42\n")
            facts = _facts_with_gpus_in(folder)
        self.assertEqual((facts["GPUs"], facts["GPU models"]), ("2", "NVIDIA H100 80GB HBM3"))

    @mock.patch.object(torch.cuda, "device_count", return_value=0)
    def test_without_gpus_says_nothing_of_them(self, _):
        facts = _facts_with_gpus_in("/nonexistent")
        self.assertFalse(facts.keys() & {"GPUs", "GPU models"})

    def test_is_how_many_cores_ranks_may_use(self):
        self.assertEqual(snapshot.take()["facts"]["cores"], str(len(os.sched_getaffinity(0))))


def _facts_with_gpus_in(folder):
    with mock.patch.object(snapshot, "_GPUS", pathlib.Path(folder)):
        return snapshot.take()["facts"]


def _installs_itself(file):
    return "\ninstall_config_module(" in file.read_text(encoding="utf-8")


if __name__ == "__main__":
    unittest.main()
