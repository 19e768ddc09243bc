"""Stores that a program makes for itself, `torch.distributed.TCPStore(…)`: what it waits for there
is recorded too. (Those of process groups are decorated in C++, by probe.py.)

A key is recorded by its name alone, whichever store it is in: that can cost a proof, and never make
one.
"""

import functools
import sys


def probed(base, is_attached):
    """A class like `base`, TCPStore, that records while is_attached()."""

    def native():
        return sys.modules["gridlock_probe"] if is_attached() else None

    def waiting(store, key, timeout, wait):
        probe = native()
        if probe is None:
            return wait()
        return probe.wait_for_key(key, int((timeout or store.timeout).total_seconds() * 1000), wait)

    # Before it is: whoever waits may go on at once.
    def setting(key):
        if (probe := native()) is not None:
            probe.set_key(key)

    class TCPStore(base):
        __doc__ = base.__doc__

        def wait(self, keys, timeout=None):
            more = () if timeout is None else (timeout,)
            return waiting(self, keys[0], timeout, functools.partial(base.wait, self, keys, *more))

        def get(self, key):
            return waiting(self, key, None, functools.partial(base.get, self, key))

        def multi_get(self, keys):
            return waiting(self, keys[0], None, functools.partial(base.multi_get, self, keys))

    def recording(name):
        original = getattr(base, name)

        @functools.wraps(original)
        def call(self, key, *values):
            for each in key if name == "multi_set" else [key]:
                setting(each)
            return original(self, key, *values)

        return call

    for name in ("set", "add", "append", "compare_set", "delete_key", "multi_set"):
        if hasattr(base, name):
            setattr(TCPStore, name, recording(name))
    TCPStore.__qualname__, TCPStore.__module__ = base.__qualname__, base.__module__
    return TCPStore
