"""Reports to the ring what Python knows about each thread: its name and its origin (its class, or
the function that it runs). harness/inspect/harmless_threads.cc lists the origins that are
harmless."""

import functools
import threading

import torch


def report_all(describe_thread):
    """Reports the existing threads."""
    for thread in threading.enumerate():
        _report(describe_thread, thread)


def watch(describe_thread, run_callback):
    """Reports each thread that begins from now on. Also reports when a library's thread runs a
    callback of the program."""
    _watch_starts(describe_thread)
    _watch_callbacks(run_callback)


def origin(thread):
    """Returns the origin of a thread: "python:package.module.Class" or, for a plain Thread,
    "python:package.module.function"."""
    of = type(thread)
    if of in (threading.Thread, threading.Timer):
        of = getattr(thread, "_target", None) or getattr(thread, "function", None) or of
    if isinstance(of, functools.partial):
        of = of.func
    return f"python:{getattr(of, '__module__', '')}.{getattr(of, '__qualname__', '')}"


def _report(describe_thread, thread):
    if thread.native_id is not None:
        describe_thread(thread.native_id, origin(thread), thread.name)


def _watch_starts(describe_thread):
    start = threading.Thread.start

    @functools.wraps(start)
    def started(self):
        start(self)
        _report(describe_thread, self)

    threading.Thread.start = started


def _watch_callbacks(run_callback):
    """Records that callbacks of futures are code of the program. gloo's threads run such
    callbacks."""
    future = torch._C.Future  # of Work.get_future(); torch.futures.Future derives from it
    for name in ("then", "add_done_callback"):
        setattr(future, name, _running_as_program(getattr(future, name), run_callback))


def _running_as_program(method, run_callback):
    @functools.wraps(method)
    def taking_callback(self, callback):
        return method(self, functools.partial(run_callback, callback))

    return taking_callback
