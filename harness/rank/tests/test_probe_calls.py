"""Tests that the ring contains every call of a process group with its arguments, and that a call
stays open until it has ended."""

import datetime
import inspect
import unittest

import probed
import torch
import torch.distributed as dist
from torch.distributed import _functional_collectives as functional

from gridlock.probe import recording


def collectives(rank):
    x, y = torch.ones(6), torch.zeros(12)
    dist.all_reduce(x, op=dist.ReduceOp.MAX)
    dist.broadcast(x, src=1)
    dist.reduce(x, dst=1)
    dist.all_gather_into_tensor(y, x)
    dist.all_gather([torch.zeros(6), torch.zeros(6)], x)
    dist.reduce_scatter_tensor(x, y)
    dist.gather(x, [torch.zeros(6), torch.zeros(6)] if rank == 0 else None, dst=0)
    dist.scatter(x, [torch.ones(6), torch.ones(6)] if rank == 1 else None, src=1)
    dist.all_reduce(x.to(torch.int64), async_op=True).wait()
    dist.monitored_barrier(timeout=datetime.timedelta(seconds=60))


COLLECTIVES = [  # op, seq, count, dtype, reduce op, peer, asynchronous
    ("all_reduce", 1, 6, 6, 4, -1, False),
    ("broadcast", 2, 6, 6, 0, 1, False),
    ("reduce", 3, 6, 6, 0, 1, False),
    ("all_gather_into_tensor", 4, 6, 6, 0, -1, False),
    ("all_gather", 5, 6, 6, 0, -1, False),
    ("reduce_scatter_tensor", 6, 12, 6, 0, -1, False),
    ("gather", 7, 6, 6, 0, 0, False),
    ("scatter", 8, 6, 6, 0, 1, False),
    ("all_reduce", 9, 6, 4, 0, -1, True),
]


def split_sizes(rank):
    for mine in ([1, 3], [2, 2]):
        splits = mine if rank == 0 else mine[::-1]
        dist.all_to_all_single(torch.zeros(4), torch.ones(4), splits, splits)


def point_to_point(rank):
    x, other = torch.ones(3), 1 - rank
    for tag in (5, 7, 5):
        if rank == 0:
            dist.send(x, 1, tag=tag)
        else:
            dist.recv(x, 0, tag=tag)
    if rank == 0:
        dist.send(x, 1, tag=9)
    else:
        dist.recv(x, tag=9)
    both = [dist.P2POp(dist.isend, x, other), dist.P2POp(dist.irecv, torch.zeros(3), other)]
    for work in dist.batch_isend_irecv(both):
        work.wait()


def objects(rank):
    gathered = [None, None]
    dist.all_gather_object(gathered, {"rank": rank})
    chosen = ["a" if rank == 0 else None]
    dist.broadcast_object_list(chosen, src=0)
    return gathered, chosen


def functional_and_coalesced(rank):
    total = functional.all_reduce(torch.ones(5), "sum", dist.group.WORLD).wait()
    work = dist.all_reduce_coalesced([torch.ones(2), torch.ones(3)], async_op=True)
    work.wait()
    return total.tolist()


def at_two_places(rank):
    for _ in range(2):
        dist.all_reduce(torch.ones(1))
    dist.all_reduce(torch.ones(1))


class Calls(unittest.TestCase):
    def test_know_their_place_in_the_program(self):
        _, rings = probed.on_ranks(2, at_two_places)
        mine, others = ([call["site"] for call in probed.calls(ring)][:3] for ring in rings)
        self.assertEqual(mine, others)
        self.assertEqual(mine[0], mine[1])
        places = [rings[0]["sites"][site] for site in mine[1:]]
        line = at_two_places.__code__.co_firstlineno
        self.assertEqual(places, [f"test_probe_calls.py:{line + n}" for n in (2, 3)])

    def test_of_collectives_have_their_arguments(self):
        _, rings = probed.on_ranks(2, collectives)
        names = ("op", "seq", "count", "dtype", "reduce_op", "peer", "is_async")
        for ring in rings:
            made = probed.fields(probed.calls(ring), *names)
            self.assertEqual(made[: len(COLLECTIVES)], COLLECTIVES)
            self.assertEqual([call[0] for call in made[9:]], ["monitored_barrier", "barrier"])
            self.assertEqual(ring["groups"][0]["enqueued"], 11)
            self.assertEqual(ring["open"], [])
            self.assertEqual((ring["lost"], ring["dropped"]), (0, 0))

    def test_with_other_split_sizes_have_another_hash(self):
        _, [ring, _] = probed.on_ranks(2, split_sizes)
        one, other, _ = probed.calls(ring)
        self.assertEqual((one["op"], one["count"]), ("all_to_all_single", other["count"]))
        self.assertNotEqual(one["shape_hash"], other["shape_hash"])

    def test_of_send_and_recv_count_by_direction_peer_and_tag(self):
        _, rings = probed.on_ranks(2, point_to_point)
        names = ("op", "peer", "tag", "seq")
        sender, receiver = (probed.fields(probed.calls(ring), *names) for ring in rings)
        sends = [("send", 1, 5, 1), ("send", 1, 7, 1), ("send", 1, 5, 2), ("send", 1, 9, 1)]
        self.assertEqual(sender[:4], sends)
        recvs = [("recv", 0, 5, 1), ("recv", 0, 7, 1), ("recv", 0, 5, 2)]
        self.assertEqual(receiver[:3], recvs)
        self.assertEqual(receiver[3][1:], (-1, 9, 1))
        self.assertEqual(sender[4:6], [("send", 1, 0, 1), ("recv", 1, 0, 1)])
        for ring in rings:
            self.assertEqual(ring["open"], [])
            self.assertEqual(ring["groups"][0]["enqueued"], 1)  # the barrier at the end

    def test_of_object_collectives_are_recorded_and_change_nothing(self):
        results, rings = probed.on_ranks(2, objects)
        self.assertEqual(results, [([{"rank": 0}, {"rank": 1}], ["a"])] * 2)
        made = [call["op"] for call in probed.calls(rings[0])]
        uses_one_tensor = "all_gather_single(" in inspect.getsource(dist.all_gather_object)  # 2.15
        gather = "all_gather_into_tensor" if uses_one_tensor else "all_gather"
        self.assertEqual(made, [gather] * 2 + ["broadcast"] * 2 + ["barrier"])

    def test_of_functional_and_coalesced_collectives_are_recorded(self):
        results, rings = probed.on_ranks(2, functional_and_coalesced)
        self.assertEqual(results, [[2.0] * 5] * 2)
        made = probed.fields(probed.calls(rings[0]), "op", "count")
        self.assertEqual(made[0], ("all_reduce", 5))
        self.assertEqual(made[1][1], 5)
        self.assertEqual(rings[0]["open"], [])

    def test_that_nobody_waits_for_are_open_until_they_are_over(self):
        def drop_the_work(rank):
            dist.all_reduce(torch.ones(3), async_op=True)
            probed.once(probed.mine, lambda view: not view["open"])

        probed.on_ranks(2, drop_the_work)

    def test_that_the_compiler_issues_say_so(self):
        def by_the_compiler(rank):
            recording.compiling(True)
            dist.all_reduce(torch.ones(1))
            recording.compiling(False)
            dist.all_reduce(torch.ones(1))

        _, rings = probed.on_ranks(2, by_the_compiler)
        made = probed.fields(probed.calls(rings[0]), "compiling")
        self.assertEqual(made, [(True,), (False,), (False,)])


if __name__ == "__main__":
    unittest.main()
