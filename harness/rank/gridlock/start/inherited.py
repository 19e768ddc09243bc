"""Imports modules that forks share.

A fork that exits in the usual way would dismantle them. Python clears each module, which writes to
most of its pages, and each page is copied for that; then the destructors of torch's libraries
withdraw its operators one by one: 0.8 s of a processor for a rank that does nothing else. Therefore
a fork clears only its own modules, and leaves the inherited ones to the kernel. Modules of
torch.distributed are cleared: they hold process groups, whose end is part of a job.
"""

import atexit
import contextlib
import ctypes
import gc
import importlib.machinery
import sys

_modules = {}  # inherited modules by name


@contextlib.contextmanager
def inherited():
    """Surrounds the imports. No garbage collection traverses the objects that they create. Hardly
    any of them is garbage, and a traversal in a fork copies their pages and takes half a second
    when the fork ends."""
    if not _modules:
        atexit.register(_keep)  # registered first, and so called last
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
    """Called when a fork ends. A module that is no longer in sys.modules is not cleared. A module
    that is there, and has a reference that nobody releases, is certainly cleared: without the
    reference it might be a frozen cycle by then."""
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
    """Finds kept modules, which a destructor may still import."""

    def __init__(self, modules):
        self._modules = modules

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name in self._modules else None

    def create_module(self, spec):
        return self._modules[spec.name]

    def exec_module(self, module):
        pass


def _end_before_destructors():
    """Skips the destructors of inherited libraries. exit() calls handlers from the last to the
    first: those of libraries and objects that a fork has loaded or created, then these two, and
    then no others. on_exit passes arguments to them, the exit status first."""
    library = ctypes.CDLL(None)
    for last in (library._exit, library.fcloseall):
        library.on_exit(ctypes.cast(last, ctypes.c_void_p), None)
