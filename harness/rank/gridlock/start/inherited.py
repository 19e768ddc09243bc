"""Imports whose modules forks share.

A fork that ends in the usual way would take them apart. Python clears each module, which writes to
most of its pages, and each is copied for that; then the destructors of torch's libraries withdraw
its operators one by one: 0.8 s of a processor for a rank that does nothing else. So a fork ends
what it has made itself, and leaves to the kernel what it inherited. Modules of torch.distributed
are cleared: they hold process groups, and how those end is part of a job.
"""

import atexit
import contextlib
import ctypes
import gc
import importlib.machinery
import sys

_modules = {}  # inherited: name → module


@contextlib.contextmanager
def inherited():
    """Around them: no collection walks what they make. Hardly any of it is garbage, and in a fork to
    walk it copies its pages, and takes half a second when the fork ends."""
    if not _modules:
        atexit.register(_keep)  # first, and so called last
    before = set(sys.modules)
    gc.disable()
    try:
        yield
    finally:
        _modules.update((name, sys.modules[name]) for name in sys.modules.keys() - before)
        _end_before_destructors()
        gc.freeze()
        gc.enable()


def _keep():
    """Called when a fork ends. What is in sys.modules no longer is not cleared. What is there, and
    has a reference that nobody takes back, is cleared for certain: without one it might be a frozen
    cycle by then."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_modules))
    kept = {}
    for name, module in _modules.items():
        if _is_kept(name) and sys.modules.get(name) is module:
            kept[name] = sys.modules.pop(name)
    sys.meta_path.insert(0, _Finder(kept))


def _is_kept(name):
    root = name.partition(".")[0]
    return root not in sys.stdlib_module_names and not name.startswith("torch.distributed")


class _Finder:
    """Of kept modules, which a destructor may still import."""

    def __init__(self, modules):
        self._modules = modules

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name in self._modules else None

    def create_module(self, spec):
        return self._modules[spec.name]

    def exec_module(self, module):
        pass


def _end_before_destructors():
    """Handlers of exit() are called from the last to the first: those of what a fork has loaded or
    made, then these two, and no destructor of an inherited library. on_exit passes them arguments,
    the status of the exit first."""
    library = ctypes.CDLL(None)
    for last in (library._exit, library.fcloseall):
        library.on_exit(ctypes.cast(last, ctypes.c_void_p), None)
