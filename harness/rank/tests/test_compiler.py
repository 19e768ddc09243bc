"""Tests how torch.compile is observed, on functions with known graphs, breaks and guards."""

import logging
import types
import unittest

from support import in_child

from gridlock.compiler import breaks, frames, graphs, specialization

_GRAPH = '''
class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 16][16, 1]cpu"):
        # File: /home/a/case.py:7 in forward, code: y = x.relu()
        relu: "f32[8, 16][16, 1]cpu" = torch.ops.aten.relu.default(arg0_1);  arg0_1 = None
        all_gather_into_tensor: "f32[32, 16][16, 1]cpu" = torch.ops._c10d_functional.all_gather_into_tensor.default(relu, 4, '7');  relu = None
        wait_tensor: "f32[32, 16][16, 1]cpu" = torch.ops._c10d_functional.wait_tensor.default(all_gather_into_tensor)
        return (wait_tensor,)
'''


def observed(run, backend="aot_eager"):
    """Returns the messages about what run(torch) compiles in a fresh child."""

    def child():
        import torch

        from gridlock.compiler import observing

        torch.manual_seed(1)
        messages = []
        observing.observe(messages.append, lambda: {"step": 7})
        run(torch, backend)
        observing.stop()
        return messages

    return in_child(child)


def layer(torch, backend):
    """Compiles one graph and its backward."""
    model = torch.nn.Linear(4, 4)
    compiled = torch.compile(lambda x: model(x).relu().sum(), backend=backend, dynamic=False)
    compiled(torch.ones(2, 4)).backward()


def with_a_print(torch, backend):
    def forward(x):
        x = x.sin()
        print(end="")
        return x.cos()

    torch.compile(forward, backend=backend)(torch.ones(3))


def without_a_fake_kernel(torch, backend):
    """Makes the backend fail. Dynamo then breaks the graph, and reports the break twice."""
    from torch._subclasses.fake_tensor import UnsupportedFakeTensorException

    def give_up(graph, inputs):
        raise UnsupportedFakeTensorException("no kernel for sizes alone")

    def forward(x):
        return x.sin()

    torch.compile(forward, backend=give_up)(torch.ones(3))


def within_ddp(torch, backend):
    """Breaks the graph of a DistributedDataParallel module within a context manager of the standard
    library."""
    from torch.testing._internal.distributed.fake_pg import FakeStore

    torch.distributed.init_process_group("fake", store=FakeStore(), rank=0, world_size=2)
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(4, 4))
    torch.compile(model, backend=backend)(torch.ones(2, 4))
    torch.distributed.destroy_process_group()


def with_an_item(torch, backend):
    def forward(x):
        return x * x.sum().item()

    torch.compile(forward, backend=backend)(torch.ones(3))


def with_other_numbers(torch, backend):
    class Scaled(torch.nn.Module):
        factor = 1.0

        def forward(self, x):
            return x * self.factor

    model = Scaled()
    model.compile(backend=backend, dynamic=False)
    for model.factor in (1.0, 2.0, 3.0):
        model(torch.ones(3))


def that_the_backend_refuses(torch, _):
    def refuse(graph, inputs):
        raise ValueError("no such operator")

    torch._logging.set_logs(dynamo=logging.CRITICAL)  # torch would otherwise print a traceback
    torch._dynamo.config.suppress_errors = True
    torch.compile(lambda x: x.sin(), backend=refuse)(torch.ones(3))


def with_collectives(torch, backend):
    from torch.distributed import _functional_collectives as collectives
    from torch.testing._internal.distributed.fake_pg import FakeStore

    torch.distributed.init_process_group("fake", store=FakeStore(), rank=1, world_size=4)
    pair = torch.distributed.new_group([1, 3])

    def forward(x):
        x = collectives.all_reduce(x, "sum", torch.distributed.group.WORLD)
        return collectives.all_gather_tensor(x, 0, pair) * 2

    torch.compile(forward, backend=backend, dynamic=False)(torch.ones(2, 3))
    torch.distributed.destroy_process_group()


class Observed(unittest.TestCase):
    def test_a_frame_and_its_backward(self):
        for backend in ("eager", "aot_eager", "inductor"):
            with self.subTest(backend):
                messages = observed(layer, backend)
                forward = messages[0]
                self.assertEqual((forward["id"], forward["step"]), ("0/0", 7))
                self.assertEqual((forward["frame"], forward["backward"]), ("<lambda>", False))
                self.assertTrue(forward["file"].endswith("test_compiler.py"))
                self.assertEqual((forward["breaks"], forward["recompiled"], forward["error"]), ([], "", ""))
                self.assertGreater(forward["guards"], 0)
                self.assertGreater(forward["seconds"]["dynamo"], 0)
                names = [graph["graph"] for graph in forward["graphs"]]
                self.assertIn(names, (["captured"], ["forward"], ["forward", "backward"]))
                if backend == "inductor":
                    self.assertGreater(forward["seconds"]["code"], 0)
                    self.assertTrue(forward["code"])
                    self.assertTrue(forward["caches"])

    def test_the_same_code_has_the_same_hash(self):
        hashes = [[g["hash"] for m in observed(layer) for g in m["graphs"]] for _ in range(2)]
        self.assertEqual(*hashes)
        self.assertTrue(hashes[0])

    def test_breaks_have_their_place_and_kind(self):
        for run, kind in ((with_a_print, "logging"), (with_an_item, "data")):
            with self.subTest(kind):
                found = [one for message in observed(run) for one in message["breaks"]]
                self.assertEqual([one["kind"] for one in found], [kind])
                self.assertTrue(found[0]["file"].endswith("test_compiler.py"))
                self.assertEqual(found[0]["function"], "forward")
                self.assertGreater(found[0]["line"], 0)

    def test_a_graph_that_its_backend_gives_up_is_one_break(self):
        (found,) = (one for message in observed(without_a_fake_kernel) for one in message["breaks"])
        self.assertEqual(found["reason"], "Backend compiler exception")
        self.assertEqual(found["context"], "no kernel for sizes alone")
        self.assertTrue(found["file"].endswith("test_compiler.py"))

    def test_a_break_in_a_library_names_the_code_behind_it(self):
        messages = observed(within_ddp)
        found = [one for message in messages for one in message["breaks"]]
        self.assertTrue(found)
        self.assertEqual({one["kind"] for one in found}, {"ddp"})
        for one in found:
            self.assertFalse(one["file"].endswith("test_compiler.py"))
            self.assertRegex(one["caller"], r"/test_compiler.py:\d+ in within_ddp$")
        without_graph = [message for message in messages if not message["graphs"]]
        self.assertTrue(without_graph)
        self.assertEqual({message["nodes"] for message in without_graph}, {0})

    def test_the_guard_that_failed(self):
        messages = observed(with_other_numbers)
        self.assertEqual([m["id"] for m in messages], ["0/0", "0/1", "0/2"])
        self.assertEqual(messages[0]["recompiled"], "")
        for message in messages[1:]:
            self.assertIn("factor == ", message["recompiled"])

    def test_what_the_backend_raises(self):
        (message,) = observed(that_the_backend_refuses)
        self.assertIn("BackendCompilerFailed", message["error"])
        self.assertIn("no such operator", message["error"])

    def test_collectives_in_order_with_the_members_of_their_groups(self):
        found = [c for m in observed(with_collectives) for g in m["graphs"] for c in g["collectives"]]
        self.assertEqual([c["op"] for c in found], ["all_reduce", "all_gather_into_tensor"])
        self.assertEqual([c["group"] for c in found], ["0-3", "1,3"])
        self.assertEqual([c["tensor"] for c in found], ["f32[2, 3]", "f32[4, 3]"])

    def test_nothing_after_stop(self):
        def run(torch, backend):
            from gridlock.compiler import observing

            observing.stop()
            layer(torch, backend)

        self.assertEqual(observed(run), [])

    def test_a_listener_that_raises_is_heard_once(self):
        def child():
            import torch

            from gridlock.compiler import events

            calls = []

            def listener(*_):
                calls.append(1)
                raise ValueError("planted")

            events.listen(listener)
            layer(torch, "aot_eager")
            return len(calls)

        self.assertEqual(in_child(child), 1)


def with_other_values(torch, backend):
    def forward(x, last, owner):
        return x * 2 if last and owner.rank >= 0 and RANK >= 0 else x * 3

    global RANK
    compiled = torch.compile(forward, backend=backend)
    for RANK, last, owner in ((0, True, 0), (1, True, 1), (1, False, 1)):
        torch._dynamo.reset()
        compiled(torch.ones(3), last, types.SimpleNamespace(rank=owner))


class Specialization(unittest.TestCase):
    def test_is_of_the_values_of_arguments_and_not_of_the_numbers_of_a_rank(self):
        first, other_rank, other_value = (m["specialization"] for m in observed(with_other_values))
        self.assertEqual(len(first), 8)
        self.assertEqual(first, other_rank)
        self.assertNotEqual(first, other_value)

    def test_reads_values_alone(self):
        def read(text):
            return specialization.read(lambda: text)

        tensor = "| +- TENSOR_MATCH: check_tensor(L['x'], Tensor, size=[3, 4])\n"
        kind = "| | +- EQUALS_MATCH: L['self'].mode == 'a'      # model.py:3 in forward\n"
        rank = "| | +- EQUALS_MATCH: L['self'].rank == {}       # model.py:4 in forward\n"
        self.assertEqual(read(tensor), "")
        self.assertEqual(read(rank.format(3)), "")
        self.assertEqual(read(kind + rank.format(3)), read(tensor + kind))
        self.assertNotEqual(read(kind), read(kind.replace("'a'", "'b'")))
        count = "| +- EQUALS_MATCH: L['n'] == {}\n"
        self.assertNotEqual(read(count.format(3)), read(count.format(4)))

    def test_what_is_printed_is_what_is_walked(self):
        def child():
            import torch

            from gridlock.compiler import events

            found = []

            def listener(name, _, payload):
                if name == "dynamo_cpp_guards_str":
                    printed = payload()
                    found.append((specialization.read(payload), specialization.read(lambda: printed)))

            class Block(torch.nn.Module):
                mode, flag, none = "a", True, None

                def forward(self, x, options):
                    y = x * options["scale"] if options["last"] and self.flag else x
                    return y + 1 if self.mode == "a" and self.none is None else y

            events.listen(listener)
            blocks = torch.nn.ModuleList([Block(), Block()])
            blocks[1].flag = False

            def forward(x, options):
                for block in blocks:
                    x = block(x, options)
                return x

            torch.compile(forward, backend="eager")(torch.ones(3), {"scale": 2, "last": True})
            return found

        ((walked, printed),) = in_child(child)
        self.assertTrue(walked)
        self.assertEqual(walked, printed)


class Graphs(unittest.TestCase):
    def read(self, text):
        return graphs.read(text, {"7": "0-3", "8": "0-3", "9": "4-7"}.get)

    def test_reads_a_collective(self):
        _, (found,) = self.read(_GRAPH)
        wanted = {"op": "all_gather_into_tensor", "group": "0-3", "tensor": "f32[32, 16]", "arguments": "4"}
        self.assertEqual(found, wanted)

    def test_reads_the_all_to_all_of_dtensor(self):
        line = 'out: "f32[4, 8][8, 1]cuda:0" = torch.ops._dtensor.shard_dim_alltoall.default(x, 0, 1, \'7\')'
        _, (found,) = self.read(line)
        self.assertEqual((found["op"], found["group"], found["arguments"]), ("shard_dim_alltoall", "0-3", "0, 1"))

    def test_the_hash_is_of_what_is_computed(self):
        digest = self.read(_GRAPH)[0]
        same = [_GRAPH.replace("/home/a", "/tmp/b"), _GRAPH.replace("'7'", "'8'"), _GRAPH.replace("cpu", "cuda:0")]
        other = [_GRAPH.replace("relu.default", "gelu.default"), _GRAPH.replace("'7'", "'9'")]
        self.assertEqual([self.read(text)[0] for text in same], [digest] * len(same))
        self.assertNotIn(digest, [self.read(text)[0] for text in other])

    def test_groups_that_the_graph_takes_from_a_mesh(self):
        """Lines of a graph of torch 2.15 under compile_on_one_rank."""
        text = """
            mesh_get_process_group = torch.ops._dtensor.mesh_get_process_group.default(arg1_1, 0)
            mesh_get_process_group_1 = torch.ops._dtensor.mesh_get_process_group.default(arg1_1, 1)
            all_reduce: "f32[4, 8][8, 1]cpu" = torch.ops._c10d_functional.all_reduce.default(mm, 'sum', mesh_get_process_group);  mm = None
            all_gather: "f32[8, 8][8, 1]cpu" = torch.ops._c10d_functional.all_gather_into_tensor.default(all_reduce, 2, mesh_get_process_group_1)
        """
        _, calls = self.read(text)
        self.assertEqual(
            [(call["op"], call["group"], call["arguments"]) for call in calls],
            [
                ("all_reduce", "dimension 0 of mesh arg1_1", "'sum'"),
                ("all_gather_into_tensor", "dimension 1 of mesh arg1_1", "2"),
            ],
        )

    def test_the_hash_of_what_each_rank_makes_on_its_own_device_is_the_same(self):
        made = "full = torch.ops.aten.full.default([8], 0, device = device(type='{}'{}), pin_memory = False)"
        devices = (("cuda", ", index=0"), ("cuda", ", index=1"), ("cpu", ""))
        first, second, other = (self.read(made.format(*device))[0] for device in devices)
        self.assertEqual(first, second)
        self.assertNotEqual(first, other)


class Mismatch(unittest.TestCase):
    def test_is_the_first_difference_in_the_report_of_torch(self):
        try:
            from torch._inductor.fx_passes import spmd_check
        except ImportError:
            self.skipTest("this torch has no spmd_check")
        both, of_0 = ("aten.mul.Tensor", "f32[4]"), ("aten.sin.default", "f32[4]")
        of_1, more = ("aten.cos.default", "f32[4]"), ("aten.add.Tensor", None)
        report = spmd_check._build_mismatch_report
        self.assertEqual(
            frames._first_difference(report([(both, of_0), (both, of_1)], 0, 2)),
            "node 1: rank 0: aten.sin.default meta=f32[4], rank 1: aten.cos.default meta=f32[4]",
        )
        self.assertEqual(
            frames._first_difference(report([(both,), (both, more)], 1, 2)),
            "Only on rank 1: aten.add.Tensor (x1)",
        )
        self.assertEqual(frames._first_difference(report([(both,), (both,)], 1, 2)), "they differ")

    def test_is_a_field_of_the_frame(self):
        told = []
        seen = frames.Frames(told.append, None, dict)
        for where in ("node 1:", "node 2:"):
            seen.on_event(
                "artifact",
                lambda: {"name": "inductor_spmd_graph_mismatch"},
                lambda where=where: f"DIFFS rank 0 vs rank 1:\n  {where}\n    rank 0: a\n    rank 1: b",
                "0/0",
            )
        seen.on_event("compilation_metrics", dict, None, "0/0")
        self.assertEqual(told[0]["mismatch"], "node 1: rank 0: a, rank 1: b")


class Breaks(unittest.TestCase):
    def test_unknown_text_is_its_own_reason(self):
        seen = breaks.read("something else")
        self.assertEqual((seen["reason"], seen["kind"], seen["line"]), ("something else", "other", 0))

    def test_the_reason_of_a_break_at_which_torch_gives_up(self):
        seen = breaks.read(
            "Graph break in user code at /a/case.py:3\n"
            "Graph Break Reason: Failed to handle graph break gracefully. Skipping the function and falling "
            "back to eager. Graph break encountered:\n\nAttempted to call function marked as skipped\n"
        )
        self.assertEqual(seen["reason"], "Attempted to call function marked as skipped")

    def test_the_reason_of_a_break_that_is_not_resumed(self):
        seen = breaks.read(
            "Graph break in user code at /a/case.py:3\n"
            "Graph Break Reason: Encountered graph break that we cannot resume from. Compiling up to the "
            "previous resumable state, then skipping the rest of the function. Graph break encountered:\n\n"
            "Backend compiler exception\n  Developer debug context: Backend: inductor\n    Exception:no kernel\n"
        )
        self.assertEqual((seen["reason"], seen["context"]), ("Backend compiler exception", "no kernel"))

    def test_a_print_within_ddp_is_logging(self):
        stack = '  File "/p/torch/nn/parallel/distributed.py", line 9, in forward\n  File "/a/case.py", line 3, in f\n'
        seen = breaks.read(f"x\nFailed to trace builtin operator\n{stack}Developer debug context: builtin print []\n")
        self.assertEqual((seen["kind"], seen["caller"]), ("logging", ""))

    def test_nothing(self):
        self.assertEqual(breaks.read("")["reason"], "")


if __name__ == "__main__":
    unittest.main()
