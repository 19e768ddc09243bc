"""Imports modules that forks share with their parent.

A fork that exits in the usual way would dismantle the inherited modules. Python would clear each
module, which writes to most of the module's pages and copies each written page. The destructors of
torch's libraries would then unregister torch's operators one by one. Together that takes 0.8 s of a
processor for a rank that does nothing else. Therefore a fork clears only its own modules, and
leaves the inherited modules to the kernel. Modules of torch.distributed are cleared nevertheless,
because they contain process groups, whose end is part of a job.
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
    """Freezes the objects that the imports within the context create, so that garbage collection
    skips them. Hardly any of these objects is garbage. A traversal in a fork would copy their pages
    and take half a second when the fork ends."""
    if not _modules:
        atexit.register(_keep)  # registered first, so it is called last
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
    """Protects inherited modules when a fork ends. Python does not clear a module that is no longer
    in sys.modules, so the modules are removed from it. The permanent reference keeps them alive:
    without it, a module might be a frozen garbage cycle by then."""
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
    """Finds the protected modules, which a destructor may still import."""

    def __init__(self, modules):
        self._modules = modules

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name in self._modules else None

    def create_module(self, spec):
        return self._modules[spec.name]

    def exec_module(self, module):
        pass


def _end_before_destructors():
    """Skips the destructors of inherited libraries. exit() calls handlers in reverse order. First
    come the handlers of libraries and objects that a fork has loaded or created, and then the two
    handlers registered here. _exit runs last and ends the process. on_exit passes arguments to the
    handlers, the exit status first."""
    library = ctypes.CDLL(None)
    for last in (library._exit, library.fcloseall):
        library.on_exit(ctypes.cast(last, ctypes.c_void_p), None)
