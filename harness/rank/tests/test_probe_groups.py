"""Tests that the ring contains groups with their members before the groups are built."""

import contextlib
import datetime
import io
import os
import types
import unittest
import unittest.mock

import gridlock_probe as native
import probed
import torch
import torch.distributed as dist
import torch.distributed.distributed_c10d as c10d
from torch.distributed.device_mesh import init_device_mesh

from gridlock.probe import recording


def meshes(rank):
    mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "cp"))
    total = torch.full((1,), float(rank))
    dist.all_reduce(total, group=mesh["cp"].get_group())
    return total.item()


def split_in_two(rank):
    mine = [0, 1] if rank < 2 else [2, 3]
    group = dist.group.WORLD.split_group(
        mine, timeout=datetime.timedelta(minutes=1), group_name=f"half {mine[0]}", group_desc="half"
    )
    total = torch.full((1,), float(rank))
    group.allreduce([total]).wait()
    return total.item(), type(group._get_backend(torch.device("cpu"))).__name__, group.group_name


class Groups(unittest.TestCase):
    def groups(self, ring, *names):
        return probed.fields(ring["groups"], *names)

    def test_of_a_mesh_have_their_own_members_and_sequences(self):
        totals, rings = probed.on_ranks(4, meshes)
        self.assertEqual(totals, [1.0, 1.0, 5.0, 5.0])
        default, *axes = self.groups(rings[3], "description", "members", "enqueued", "backend")
        self.assertEqual(default[:2], ("default_pg", [0, 1, 2, 3]))
        self.assertIn(("mesh_cp", [2, 3], 1, "gloo"), axes)
        self.assertIn(("mesh_dp", [1, 3], 0, "gloo"), axes)

    def test_of_the_same_name_are_told_apart_by_members_and_creation(self):
        def add_twice(rank):
            for members in ([0], [0, 1], [0]):
                native.add_group(native.Group("same", "", "gloo", members))

        _, [ring] = probed.on_ranks(1, add_twice)
        made = self.groups(ring, "members", "creation")[1:]
        self.assertEqual(made, [([0], 0), ([0, 1], 0), ([0], 1)])

    def test_that_torch_splits_off_in_cpp_are_decorated_and_keep_their_types(self):
        results, rings = probed.on_ranks(4, split_in_two, "cpu:gloo")
        self.assertEqual(results[3], (5.0, "ProcessGroupGloo", "half 2"))
        whole, split = self.groups(rings[3], "name", "members", "enqueued", "connected")
        self.assertFalse(whole[-1])
        self.assertEqual(split, ("half 2", [2, 3], 1, True))

    def test_of_a_backend_that_torch_does_not_list_are_split_too(self):
        def split(rank):
            known = c10d.Backend.backend_type_map
            c10d.Backend.backend_type_map = {k: v for k, v in known.items() if k != "gloo"}
            try:
                return split_in_two(rank)[0]
            finally:
                c10d.Backend.backend_type_map = known

        results, rings = probed.on_ranks(4, split, "cpu:gloo")
        self.assertEqual(results[3], 5.0)
        self.assertEqual(self.groups(rings[3], "name")[-1], ("half 2",))

    def test_whose_members_connect_at_once_may_block_in_building(self):
        def blocks(creator, options=None, backend="nccl"):
            plugin = types.SimpleNamespace(creator_fn=types.SimpleNamespace(__name__=creator))
            call = {"device_id": None, "backend_options": options}
            group = native.Group("0", "", backend, [0, 1])
            with unittest.mock.patch.dict(c10d.Backend._plugins, {backend.upper(): plugin}):
                return recording._blocks(call, [(group, 0)])

        lazy = types.SimpleNamespace(lazy_init=True)
        self.assertTrue(blocks("_create_nccl2_process_group"))
        self.assertFalse(blocks("_create_nccl2_process_group", lazy))
        self.assertTrue(blocks("_create_nccl_lazy_process_group", backend="nccl-lazy"))
        self.assertFalse(blocks("_create_nccl_process_group"))
        self.assertFalse(blocks("_create_nccl_process_group", backend="nccl-legacy"))

    @unittest.skipUnless(hasattr(c10d, "_create_nccl2_process_group"), "this torch has no nccl2")
    def test_of_nccl_are_of_the_engine_that_torch_selects(self):
        release = tuple(int(number) for number in torch.__version__.split(".")[:2])
        selected = "nccl2" if release >= (2, 15) else "nccl"
        self.assertEqual(recording._creator("nccl"), f"_create_{selected}_process_group")
        self.assertEqual(recording._creator("nccl-legacy"), "_create_nccl_process_group")
        self.assertEqual(recording._creator("nccl-lazy"), "_create_nccl_lazy_process_group")
        self.assertEqual(recording._creator("no such backend"), "")

    def test_that_can_be_reconfigured_have_one_backend(self):
        def make(*, global_ranks_in_group, group_size, store, enable_reconfigure=False):
            return "made"

        with contextlib.redirect_stderr(io.StringIO()) as told:
            made = recording._making_groups(make)(
                global_ranks_in_group=[], group_size=2, store="a store", enable_reconfigure=True
            )
        self.assertEqual(made, "made")
        self.assertIn("not followed", told.getvalue())

    def test_many_leave_room_for_the_threads_of_the_program(self):
        def make_many(rank):
            for _ in range(12):
                dist.all_reduce(torch.ones(1), group=dist.new_group())
            return len(os.listdir("/proc/self/task"))

        threads, rings = probed.on_ranks(2, make_many)
        self.assertEqual(rings[0]["dropped"], 0)
        self.assertEqual([lane["thread"] == 0 for lane in rings[0]["lanes"]], [False, True])
        self.assertGreater(threads[0], 2 * 12)

    def test_that_one_member_never_makes_block_the_others_in_building(self):
        def be_rank(rank, folder):
            probed.join(folder, rank, 2)
            if rank == 0:
                dist.new_group([0, 1], group_desc="never")
            os.read(os.pipe()[0], 1)

        with probed.hanging(2, be_rank) as [ring, _]:
            in_build = probed.blocked_in("build")

            def in_second(view):
                return in_build(view) and probed.main_lane(view)["blocked"]["group"] == 1

            group = probed.once(ring, in_second)["groups"][1]
            self.assertEqual((group["description"], group["members"]), ("never", [0, 1]))


if __name__ == "__main__":
    unittest.main()
