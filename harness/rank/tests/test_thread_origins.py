"""Tests the origins of the threads of real libraries that harness/inspect/harmless_threads.cc
lists. LD_PRELOAD must contain lib/gridlock_threads.so."""

import ctypes
import faulthandler
import importlib.util
import multiprocessing
import os
import tempfile
import threading
import time
import unittest

import gridlock_ring
import numpy
import probed
import torch
import torch.distributed as dist
import tqdm


class Origins(unittest.TestCase):
    def setUp(self):
        known = hasattr(ctypes.CDLL(None), "gridlock_threads_library")
        self.assertTrue(known, "start it with LD_PRELOAD=lib/gridlock_threads.so, as CMake does")

    def seen(self, what, count=1, awaited=()):
        """Returns the records of all threads of rank 0 after what(rank). Waits until origins with
        all texts in `awaited` are recorded, because a thread reports its origin a moment after its
        start."""

        def look(rank):
            end = what(rank)
            latest = time.monotonic() + 10
            while True:
                threads = list(gridlock_ring.read_ring(probed.mine)["threads"].values())
                origins = [thread["origin"] for thread in threads]
                there = all(any(part in origin for origin in origins) for part in awaited)
                if rank != 0 or there or time.monotonic() > latest:
                    break
                time.sleep(0.01)
            if callable(end):
                end()
            return threads

        return probed.on_ranks(count, look)[0][0]

    def assert_seen(self, parts, what, count=1):
        found = [thread["origin"] for thread in self.seen(what, count, parts)]
        for part in parts:
            self.assertTrue(any(part in origin for origin in found), f"{part} is not in {found}")

    def test_gloo_s_transport_and_workers_and_the_store_s_server(self):
        parts = ("N4gloo9transport", "N4c10d16ProcessGroupGloo")
        self.assert_seen(parts, lambda rank: dist.all_reduce(torch.ones(2)), 2)

    def test_the_server_of_a_store(self):
        def serve(rank):
            self.store = dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)

        self.assert_seen(["N4c10d6detail16BackgroundThread"], serve)

    def test_tqdm_s_monitor(self):
        def show(rank):
            self.bar = tqdm.tqdm(total=3, mininterval=0, file=open(os.devnull, "w"))
            self.bar.update(1)

        self.assert_seen(["tqdm._monitor.TMonitor"], show)

    def test_the_watchdog_of_faulthandler(self):
        def start(rank):
            faulthandler.dump_traceback_later(600)
            return faulthandler.cancel_dump_traceback_later

        self.assert_seen(["python:faulthandler"], start)

    def test_what_writes_a_multiprocessing_queue(self):
        def put(rank):
            self.queue = multiprocessing.Queue()
            self.queue.put(1)

        self.assert_seen(["multiprocessing.queues.Queue._feed"], put)

    def test_the_pin_memory_loop_of_a_data_loader(self):
        from torch.utils.data._utils import pin_memory

        def start(rank):
            torch.accelerator.set_device_index = lambda _: None  # needs no accelerator
            done = threading.Event()
            into = multiprocessing.Queue()
            loop = pin_memory._pin_memory_loop
            arguments = (into, multiprocessing.Queue(), None, done, None)
            threading.Thread(target=loop, args=arguments, daemon=True).start()

        self.assert_seen(["torch.utils.data._utils.pin_memory._pin_memory_loop"], start)

    def test_the_threads_of_the_compiler_s_pool(self):
        def compile_in_pool(rank):
            from torch._inductor.compile_worker.subproc_pool import SubprocPool

            pool = SubprocPool(1, quiesce=True)
            pool.submit(abs, -1).result()
            return pool.shutdown

        module = "torch._inductor.compile_worker"
        from torch._inductor.compile_worker import subproc_pool

        names = ["timer.Timer.check", "subproc_pool.SubprocPool._read_thread"]
        if hasattr(subproc_pool.SubprocPool, "_health_monitor"):  # in torch 2.14
            names.append("subproc_pool.SubprocPool._health_monitor")
        self.assert_seen([f"python:{module}.{name}" for name in names], compile_in_pool)

    def test_the_writer_of_tensorboard(self):
        if not importlib.util.find_spec("tensorboard"):
            self.skipTest("tensorboard is not installed")

        def write(rank):
            from torch.utils.tensorboard import SummaryWriter

            folder = tempfile.TemporaryDirectory()
            writer = SummaryWriter(folder.name)
            writer.add_scalar("loss", 1.0, 0)

            def end():
                writer.close()  # its thread writes into the folder until then
                folder.cleanup()

            return end

        writer = "python:tensorboard.summary.writer.event_file_writer._AsyncWriterThread"
        self.assert_seen([writer], write)

    def test_the_pool_of_openmp(self):
        def compute(rank):
            torch.set_num_threads(2)
            torch.randn(600, 600).exp().sum()

        self.assert_seen(["libgomp"], compute)

    def test_a_thread_of_the_program_has_its_function_and_its_name(self):
        def start(rank):
            threading.Thread(target=time.sleep, args=(60,), name="uploader", daemon=True).start()

        threads = self.seen(start)
        self.assertIn("uploader", [thread["name"] for thread in threads])

    def test_a_thread_that_has_ended_is_forgotten(self):
        def start_and_join(rank):
            worker = threading.Thread(target=numpy.zeros, args=(3,), name="short")
            worker.start()
            worker.join()
            for _ in range(200):  # the kernel may need a moment
                if not os.path.exists(f"/proc/self/task/{worker.native_id}"):
                    break
                time.sleep(0.01)

        threads = self.seen(start_and_join)
        self.assertNotIn("short", [thread["name"] for thread in threads])

    def test_a_callback_of_a_future_is_the_program_s(self):
        def call_back(rank):
            entered, over = threading.Event(), threading.Event()
            # Rank 1 calls late: rank 0 must register its callback before the call completes.
            if rank == 1:
                time.sleep(0.5)
            future = dist.all_reduce(torch.ones(2), async_op=True).get_future()
            future.then(lambda _: (entered.set(), over.wait(30)) if rank == 0 else None)
            if rank == 0:
                entered.wait(10)
            return over.set

        threads = self.seen(call_back, 2)
        self.assertTrue(any(thread["in_program"] for thread in threads))


if __name__ == "__main__":
    unittest.main()
