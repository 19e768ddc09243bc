"""Tests small programs on real gloo ranks, and the table of semantics that their outcomes give."""

import collections
import json
import pathlib
import unittest

from gridlock_testing.programs import preparation

preparation.prepare()

from gridlock_testing.programs import measurement, pool, table  # noqa: E402
from gridlock_testing.programs.suite import arguments, ends, needs, pairs  # noqa: E402

_BUILT_IN = pathlib.Path(__file__).parents[2] / "facts" / "semantics" / "tables.json"
# Three operations: in the first, all ranks need all ranks; in the second, all need the root; the
# third matches the first.
_QUICK = ("all_reduce", "broadcast", "reduce_scatter_tensor")
_QUICK_ARGUMENTS = ("reduce_op", "root")
_SUM = {"op": "all_reduce"}


def _ends_of(*ranks, **more):
    return ends(pool.run([{"ranks": list(ranks), **more}])[0])


def _send(peer):
    return {"op": "send", "peer": peer}


class Outcomes(unittest.TestCase):
    def test_ranks_that_agree_come_to_their_end(self):
        program = [_SUM, {"op": "barrier"}]
        self.assertEqual(_ends_of(program, program), ["ended"] * 2)

    def test_a_rank_that_waits_for_an_absent_one_is_hung(self):
        outcome = pool.run([{"ranks": [[_SUM, _SUM], [_SUM, _SUM], [_SUM]]}])[0]
        self.assertEqual(ends(outcome), ["hung", "hung", "ended"])
        self.assertEqual([rank["threads"][0]["returned"] for rank in outcome["ranks"]], [1, 1, 1])

    def test_a_rank_that_waits_for_a_busy_one_is_not_hung(self):
        busy = [{"op": "compute", "times": 1000}, _SUM]
        self.assertEqual(_ends_of([_SUM], busy), ["ended"] * 2)

    def test_different_reductions_give_wrong_numbers(self):
        self.assertEqual(_ends_of([_SUM], [{**_SUM, "reduce_op": "max"}]), ["wrong"] * 2)

    def test_too_long_a_message_ends_the_receiver(self):
        receiver = {"op": "recv", "peer": 0, "count": 1}
        self.assertEqual(_ends_of([_send(1)], [receiver]), ["ended", "died"])

    def test_a_dead_peer_is_an_exception(self):
        self.assertEqual(_ends_of([_SUM], [{"op": "die"}]), ["raised", "died"])

    def test_messages_of_another_group_do_not_match(self):
        receiver = {"op": "recv", "peer": 0, "group": 1}
        found = _ends_of([_send(1)], [receiver], groups=[[0, 1], [0, 1]])
        self.assertEqual(found, ["hung"] * 2)

    def test_a_key_that_nobody_sets_hangs_its_waiter(self):
        setter, waiter = {"op": "store_set", "key": 1}, {"op": "store_wait", "key": 1}
        self.assertEqual(_ends_of([setter, waiter], [{**waiter, "key": 2}]), ["ended", "hung"])

    def test_programs_of_the_provers_generator_run(self):
        sum_of_all = {"kind": "collective", "op": "all_reduce", "group": 0, "peer": -1, "count": 1}
        later = [{**sum_of_all, "async": True}, {"kind": "wait", "of": 0}]
        receiver = {"kind": "recv_any", "group": 1, "peer": -1, "tag": 0, "count": 1}
        outcome = pool.run(
            [
                {
                    "world_size": 2,
                    "groups": [[0, 1], [0, 1]],
                    "ranks": [[later, [receiver]], [[sum_of_all], [{"kind": "compute"}]]],
                }
            ]
        )[0]
        states = [[thread["state"] for thread in rank["threads"]] for rank in outcome["ranks"]]
        self.assertEqual(states, [["ended", "hung"], ["ended", "ended"]])


class Tables(unittest.TestCase):
    def test_what_varies_is_amiss_and_has_no_row_where_some_fitted(self):
        measured = measurement.Measurement()
        measured.answers[("pair", "barrier", "gather")] = collections.Counter(hang=4)
        measured.answers[("pair", "barrier", "reduce")] = collections.Counter(hang=3, abort=1)
        measured.answers[("pair", "barrier", "scatter")] = collections.Counter(hang=3, fits=1)
        self.assertEqual(
            table.draw(measured)["different_ops"],
            {"barrier/gather": "hang", "barrier/reduce": "amiss"},
        )

    def test_what_was_not_asked_is_as_built_in(self):
        built_in = {"needs": {"reduce": "root", "send": "peer"}, "dead_peer_raises": True}
        drawn = {"needs": {"gather": "all"}, "different_ops": {}, "dead_peer_raises": False}
        answers = {("together", "gather"): {}, ("pair", "gather", "reduce"): {}}
        self.assertEqual(
            table.completed(drawn, built_in, answers),
            {
                "needs": {"gather": "all", "reduce": "root", "send": "peer"},
                "different_ops": {},
                "dead_peer_raises": True,
            },
        )

    def test_each_difference_is_named(self):
        built_in = {"needs": {"barrier": "all"}, "different_ops": {"b/a": "hang"}, "workers": 2}
        measured = {"needs": {"barrier": "root"}, "different_ops": {"a/b": "hang"}}
        self.assertEqual(
            table.differences(measured, built_in),
            [
                "needs barrier: measured 'root', built-in 'all'",
                "workers: measured nothing, built-in 2",
            ],
        )

    def test_gloo_still_does_what_was_built_in(self):
        measured = measurement.Measurement(repeat=1)
        measured.ask("needs", needs.questions(_QUICK))
        known = measured.needs()
        measured.ask("pairs", pairs.questions(known, _QUICK))
        measured.ask("arguments", arguments.questions(known, _QUICK, _QUICK_ARGUMENTS))
        tables = table.draw(measured), json.loads(_BUILT_IN.read_text())["gloo"]
        parts = [table.part(whole, _QUICK, _QUICK_ARGUMENTS) for whole in tables]
        self.assertEqual(table.differences(*parts), [])


if __name__ == "__main__":
    unittest.main()
