"""Records waits for keys of the stores that a program itself creates with
`torch.distributed.TCPStore(…)`. (recording.py covers the stores of process groups, with decorators
in C++.)

A record has only the name of a key, not the store. If two stores have keys of one name, a proof may
fail, but no false proof results. Keys that were set before the probe was attached are reported when
it is attached.
"""

import functools
import sys

_KINDS = ("TCPStore", "FileStore", "HashStore")
_SETTERS = ("set", "add", "append", "compare_set", "delete_key", "multi_set")

_set_before = set()


def watch(package, is_attached):
    """Makes the stores of torch.distributed record from now on, while is_attached() returns
    true."""
    for kind in _KINDS:
        if hasattr(package, kind):
            setattr(package, kind, _probed(getattr(package, kind), _identity(kind), is_attached))


def tell_keys_set_before(native):
    while _set_before:
        native.record_set([_set_before.pop()])


def _identity(kind):
    """Returns a function that returns the arguments of wait_for_keys for a store of this kind."""
    if kind == "TCPStore":
        return lambda native, store: {"port": store.port}
    file = kind == "FileStore"
    return lambda native, store: {"port": native.OWN_STORE, "file": file}


def _probed(base, identity, is_attached):
    """Returns a subclass of `base` that records while is_attached() returns true."""

    def native():
        return sys.modules["gridlock_probe"] if is_attached() else None

    def waiting(store, keys, timeout, wait):
        probe = native()
        if probe is None:
            return wait()
        lasts = int((timeout or store.timeout).total_seconds() * 1000)
        planned = timeout is not None
        return probe.wait_for_keys(keys, lasts, wait, planned=planned, **identity(probe, store))

    def setting(keys, set_them):
        if (probe := native()) is not None:
            return probe.set_keys(keys, set_them)
        _set_before.update(keys)
        return set_them()

    class Store(base):
        __doc__ = base.__doc__

        def wait(self, keys, timeout=None):
            more = () if timeout is None else (timeout,)
            return waiting(self, keys, timeout, functools.partial(base.wait, self, keys, *more))

        def get(self, key):
            return waiting(self, [key], None, functools.partial(base.get, self, key))

        def multi_get(self, keys):
            return waiting(self, keys, None, functools.partial(base.multi_get, self, keys))

    def recording(name):
        original = getattr(base, name)

        @functools.wraps(original)
        def call(self, key, *values):
            keys = key if name == "multi_set" else [key]
            return setting(keys, functools.partial(original, self, key, *values))

        return call

    for name in _SETTERS:
        if hasattr(base, name):
            setattr(Store, name, recording(name))
    Store.__name__, Store.__qualname__ = base.__name__, base.__qualname__
    Store.__module__ = base.__module__
    return Store
