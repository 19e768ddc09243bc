"""States that block in locks, and states that do not block but compute, sleep or poll."""

import hashlib
import multiprocessing
import os
import queue
import tempfile
import threading
import time


def lock(seconds):
    held = threading.Lock()
    held.acquire()
    later(seconds, held.release)
    held.acquire()


def event(seconds):
    happened = threading.Event()
    later(seconds, happened.set)
    happened.wait()


def queue_get(seconds):
    items = queue.Queue()
    later(seconds, lambda: items.put("item"))
    items.get()


def condition(seconds):
    ready = threading.Condition()

    def notify():
        with ready:
            ready.notify_all()

    with ready:
        later(seconds, notify)
        ready.wait()


def join(seconds):
    other = threading.Thread(target=event, args=(seconds,), daemon=True)
    other.start()
    other.join()


def shared_event(seconds):
    """Blocks on a futex in memory that a forked child shares."""
    happened = multiprocessing.get_context("fork").Event()
    child = fork(lambda: (time.sleep(seconds), happened.set()))
    happened.wait()
    os.waitpid(child, 0)


def shared_semaphore(seconds):
    free = multiprocessing.get_context("fork").Semaphore(0)
    child = fork(lambda: (time.sleep(seconds), free.release()))
    free.acquire()
    os.waitpid(child, 0)


def sleep(seconds):
    time.sleep(seconds)


def poll(seconds, each):
    """Polls until another process has ended."""
    child = outside(SLEEP, seconds)
    while child.poll() is None:
        time.sleep(each)


def poll_1ms(seconds):
    poll(seconds, 0.001)


def poll_20ms(seconds):
    poll(seconds, 0.02)


def poll_100ms(seconds):
    poll(seconds, 0.1)


def poll_500ms(seconds):
    poll(seconds, 0.5)


def fsync_loop(seconds):
    """Acts like a checkpoint on a slow disk: the thread is often in state D (uninterruptible
    sleep)."""
    end = time.monotonic() + seconds
    with tempfile.TemporaryFile(dir="/var/tmp") as file:
        while time.monotonic() < end:
            os.pwrite(file.fileno(), os.urandom(1 << 16), 0)
            os.fsync(file.fileno())


def gil_loop(seconds):
    """Makes calls into C, each of which keeps the interpreter's lock."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(10_000_000))


def hash_loop(seconds):
    """Makes calls into C, each of which releases the interpreter's lock."""
    end, data = time.monotonic() + seconds, bytes(1 << 25)
    while time.monotonic() < end:
        hashlib.sha256(data)
