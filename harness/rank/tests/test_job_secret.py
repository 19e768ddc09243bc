"""Tests how ranks agree on a secret through each kind of store, and report it to exec."""

import contextlib
import datetime
import functools
import json
import os
import socket
import sys
import tempfile
import threading
import time
import types
import unittest
from unittest import mock

from gridlock_testing import modules

modules.preload_once()

import torch.distributed as dist

from gridlock.probe import job_secret, own_stores


@contextlib.contextmanager
def wanted(hub):
    with mock.patch.dict(os.environ, GRIDLOCK_AGREE_ON_SECRET="1", GRIDLOCK_HUB=hub):
        yield


def polls(thread):
    """Returns whether the thread sleeps in poll(), as in a wait for a key of a TCPStore."""
    with open(f"/proc/self/task/{thread.native_id}/syscall") as file:
        return file.read().split()[0] == "7"


class JobSecret(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "hub")
        self.hub = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.addCleanup(self.hub.close)
        self.hub.settimeout(10)
        self.hub.bind(self.path)
        self.hub.listen()

    def report(self, store):
        """Returns the secret that a rank with this store reports to exec."""
        with wanted(self.path):
            job_secret.agree_beside_threads(store)
        with self.hub.accept()[0] as rank:
            return json.loads(rank.recv(4096))["secret"]

    def tcp_stores(self, count):
        server = dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
        others = (dist.TCPStore("127.0.0.1", server.port) for _ in range(count - 1))
        return [server, *others]

    def assert_agree(self, stores):
        secrets = [self.report(store) for store in stores]
        self.assertRegex(secrets[0], "^[0-9a-f]{64}$")
        self.assertEqual(set(secrets), {secrets[0]})
        return secrets[0]

    def test_ranks_agree_through_each_kind_of_store(self):
        file = os.path.join(self.folder.name, "store")
        self.assert_agree(self.tcp_stores(3))
        self.assert_agree([dist.PrefixStore("attempt_0", store) for store in self.tcp_stores(3)])
        self.assert_agree([dist.FileStore(file, 3) for _ in range(3)])
        self.assert_agree([dist.HashStore()] * 3)

    def test_each_job_has_its_own_secret(self):
        self.assertNotEqual(self.assert_agree(self.tcp_stores(1)), self.assert_agree(self.tcp_stores(1)))

    def test_a_store_has_one_key_more(self):
        (store,) = self.tcp_stores(1)
        before = store.num_keys()
        self.report(store)
        self.assertEqual(store.num_keys(), before + 1)
        self.report(store)
        self.assertEqual(store.num_keys(), before + 1)

    def test_ranks_without_a_store_that_works_report_that(self):
        self.assertEqual(self.report(dist.Store()), "")

    def test_a_store_that_the_program_made_records_nothing(self):
        package = types.SimpleNamespace(TCPStore=dist.TCPStore)
        own_stores.watch(package, lambda: True)
        store = package.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
        with mock.patch.dict(sys.modules, gridlock_probe=mock.Mock(spec=[])):
            self.assertNotEqual(self.report(store), "")

    def test_a_thread_that_waits_in_the_store_is_not_waited_for(self):
        for wrap in (lambda store: store, lambda store: dist.PrefixStore("prefix", store)):
            server, other = self.tcp_stores(2)
            wait = functools.partial(other.wait, ["later"], datetime.timedelta(seconds=20))
            waiter = threading.Thread(target=wait)
            waiter.start()
            while not polls(waiter):
                time.sleep(0.001)
            self.assertNotEqual(self.report(wrap(other)), "")
            self.assertTrue(waiter.is_alive())
            server.set("later", "")
            waiter.join()

    def test_stores_that_torch_makes_are_used_before_a_rank_has_them(self):
        store = dist.HashStore()
        c10d = types.SimpleNamespace(rendezvous=lambda ranks: iter([(store, 0, ranks)]))
        job_secret.watch(c10d)
        self.assertEqual(next(c10d.rendezvous(2)), (store, 0, 2))
        self.assertEqual(store.num_keys(), 0)  # not wanted
        with wanted(self.path):
            self.assertEqual(next(c10d.rendezvous(1)), (store, 0, 1))
            self.assertEqual(store.num_keys(), 0)  # nobody to agree with
            self.assertEqual(next(c10d.rendezvous(2)), (store, 0, 2))
        self.assertEqual(store.num_keys(), 1)

    def test_a_cleared_environment_and_a_dead_server_are_no_error(self):
        server, other = self.tcp_stores(2)
        with wanted(self.path), mock.patch.object(dist.TCPStore, "clone", side_effect=RuntimeError):
            job_secret.agree_beside_threads(other)
        with self.hub.accept()[0] as rank:
            self.assertEqual(json.loads(rank.recv(4096)), {"secret": ""})
        with mock.patch.dict(os.environ, GRIDLOCK_AGREE_ON_SECRET="1"):
            os.environ.pop("GRIDLOCK_HUB", None)
            job_secret.agree_beside_threads(server)

    def test_a_file_of_a_store_is_left_as_it_is(self):
        # A second FileStore of this process would count as a rank that has finished.
        file = os.path.join(self.folder.name, "store")
        first = dist.FileStore(file, 1)
        self.report(first)
        self.assertTrue(os.path.exists(file))
        del first
        self.assertFalse(os.path.exists(file))

    def test_without_an_exec_the_rank_goes_on(self):
        with wanted(self.path + "/nowhere"):
            job_secret.agree_beside_threads(dist.HashStore())


if __name__ == "__main__":
    unittest.main()
