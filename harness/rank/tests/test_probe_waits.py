"""Tests that the ring contains a wait before the thread blocks in it."""

import datetime
import os
import unittest

import gridlock_probe as native
import gridlock_ring
import probed
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader

from gridlock.probe import recording


def stay():
    os.read(os.pipe()[0], 1)


def first_only(function):
    """Returns the function that a rank runs: all ranks join, and then rank 0 calls `function` and
    rank 1 makes no call."""

    def be_rank(rank, folder):
        probed.join(folder, rank, 2)
        if rank == 0:
            function()
        stay()

    return be_rank


def all_reduce():
    dist.all_reduce(torch.ones(7))


def timed_wait():
    work = dist.all_reduce(torch.ones(7), async_op=True)
    try:
        work.wait(datetime.timedelta(milliseconds=50))
    except RuntimeError:
        stay()


def backward_of_one(rank, folder):
    probed.join(folder, rank, 2)
    model = DistributedDataParallel(torch.nn.Linear(2, 2))
    if rank == 0:
        model(torch.ones(1, 2)).sum().backward()
    stay()


class Waits(unittest.TestCase):
    def test_in_a_collective_name_the_call(self):
        with probed.hanging(2, first_only(all_reduce)) as [ring, other]:
            view = probed.once(ring, probed.blocked_in("wait"))
            [call] = view["open"]
            self.assertEqual((call["op"], call["seq"], call["count"]), ("all_reduce", 1, 7))
            blocked = probed.main_lane(view)["blocked"]
            self.assertEqual((blocked["call"], blocked["group"]), (call["call"], 0))
            self.assertEqual(gridlock_ring.read_ring(other)["open"], [])

    def test_that_time_out_leave_the_thread_running_and_the_call_open(self):
        def given_up(view):
            waited = any(r["what"] == "wait" for lane in view["lanes"] for r in lane["log"])
            return waited and probed.blocked_in("")(view)

        with probed.hanging(2, first_only(timed_wait)) as [ring, _]:
            view = probed.once(ring, given_up)
            [wait] = [r for r in probed.main_lane(view)["log"] if r["what"] == "wait"]
            self.assertEqual(wait["timeout_ms"], 50)
            self.assertEqual([call["op"] for call in view["open"]], ["all_reduce"])

    def test_in_a_monitored_barrier_are_within_its_issue(self):
        with probed.hanging(2, first_only(dist.monitored_barrier)) as [ring, _]:
            view = probed.once(ring, probed.blocked_in("issue"))
            self.assertEqual(view["open"][0]["op"], "monitored_barrier")

    def test_of_ddp_are_for_a_future_within_backward(self):
        def waiting(view):
            return probed.blocked_in("backward")(view) and any(c["future"] for c in view["open"])

        with probed.hanging(2, backward_of_one) as [ring, _]:
            view = probed.once(ring, waiting)
            self.assertEqual([call["op"] for call in view["open"]], ["all_reduce"])

    def test_in_the_store_name_the_full_key(self):
        def wait_for_a_key():
            dist.distributed_c10d._get_default_store().get("k")

        with probed.hanging(2, first_only(wait_for_a_key)) as [ring, _]:
            view = probed.once(ring, probed.blocked_in("store wait"))
            blocked = probed.main_lane(view)["blocked"]
            # torch adds the name of the group before the key.
            self.assertEqual(blocked["site"], gridlock_ring.hash_of_key("0//k"))
            self.assertEqual((blocked["count"], blocked["timeout_ms"]), (1, 5 * 60 * 1000))


class Keys(unittest.TestCase):
    def test_are_recorded_however_they_are_set(self):
        def set_keys(rank):
            store = dist.PrefixStore("p", native.decorate_store(dist.HashStore()))
            store.set("a", "1")
            store.add("b", 1)
            store.compare_set("c", "", "1")
            store.append("a", "2")
            store.multi_set(["d", "e"], ["1", "2"])
            store.queue_push("f", "1")
            store.delete_key("g")
            store.clone().set("h", "1")
            return store.get("a"), store.queue_pop("f")

        [values], [ring] = probed.on_ranks(1, set_keys)
        self.assertEqual(values, (b"12", b"1"))
        expected = {gridlock_ring.hash_of_key(f"p/{key}") for key in "abcdefgh"}
        self.assertLessEqual(expected, set(ring["keys"]))

    def test_of_a_decorated_store_are_recorded_once(self):
        store = native.decorate_store(dist.HashStore())
        self.assertIs(native.decorate_store(store), store)
        prefixed = dist.PrefixStore("p", store)
        self.assertIs(native.decorate_store(prefixed), prefixed)


class Children(unittest.TestCase):
    def test_write_nothing(self):
        class Items:
            def __len__(self):
                return 1

            def __getitem__(self, _):
                native.record_set(["from the child"])
                return os.getpid()

        def load(rank):
            before = gridlock_ring.read_ring(probed.mine)["events"]
            [batch] = DataLoader(Items(), num_workers=1, multiprocessing_context="fork")
            after = gridlock_ring.read_ring(probed.mine)["events"]
            return int(batch) != os.getpid(), after - before

        results, [ring] = probed.on_ranks(1, load)
        self.assertEqual(results, [(True, 0)])
        self.assertNotIn(gridlock_ring.hash_of_key("from the child"), ring["keys"])


class Rendezvous(unittest.TestCase):
    def test_waits_for_all_ranks_at_the_server(self):
        def be_rank(rank, folder):
            if rank == 0:
                timeout = datetime.timedelta(minutes=5)
                recording.store(
                    lambda: dist.TCPStore("127.0.0.1", 0, 2, is_master=True, timeout=timeout),
                    True,
                    2,
                    "here",
                    timeout,
                )
            stay()

        with probed.hanging(2, be_rank) as [ring, _]:
            view = probed.once(ring, probed.blocked_in("build"))
            group = view["groups"][probed.main_lane(view)["blocked"]["group"]]
            self.assertEqual((group["name"], group["members"]), ("here", [0, 1]))


if __name__ == "__main__":
    unittest.main()
