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
        native.set_key(_set_before.pop())


def _identity(kind):
    """Returns a function of (native, store). Its result is the arguments with which wait_for_key()
    identifies a store of this kind."""
    if kind == "TCPStore":
        return lambda native, store: {"port": store.port}
    file = kind == "FileStore"
    return lambda native, store: {"port": native.OWN_STORE, "file": file}


def _probed(base, identity, is_attached):
    """Returns a subclass of `base` that records while is_attached() returns true."""

    def native():
        return sys.modules["gridlock_probe"] if is_attached() else None

    def waiting(store, key, timeout, wait):
        probe = native()
        if probe is None:
            return wait()
        lasts = int((timeout or store.timeout).total_seconds() * 1000)
        planned = timeout is not None
        return probe.wait_for_key(key, lasts, wait, planned=planned, **identity(probe, store))

    # Runs before the key is set, because a rank that waits for the key may continue as soon as it
    # is set.
    def setting(key):
        if (probe := native()) is not None:
            probe.set_key(key)
        else:
            _set_before.add(key)

    class Store(base):
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

    for name in _SETTERS:
        if hasattr(base, name):
            setattr(Store, name, recording(name))
    Store.__name__, Store.__qualname__ = base.__name__, base.__qualname__
    Store.__module__ = base.__module__
    return Store
