"""Settings of torch that a cell has as axes."""

import unittest

import support
import torch._dynamo.config
import torch._inductor.config

from gridlock.settings import setting


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
        with self.assertRaisesRegex(ValueError, "recompile_limit is 8, which 'x' cannot replace"):
            setting.apply({"dynamo.recompile_limit": "x"})
        setting.apply({"inductor.debug_fusion": "None"})
        self.assertIsNone(torch._inductor.config.debug_fusion)


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


if __name__ == "__main__":
    unittest.main()
