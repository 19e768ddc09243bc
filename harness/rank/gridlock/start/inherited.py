"""Imports modules that forks share with their parent.

If a fork exited in the usual way, Python would clear each inherited module. This writes to most of
the module's pages, and the kernel copies each written page. The destructors of torch's libraries
would then unregister torch's operators one by one. All this takes 0.8 s of processor time in a rank
that does nothing else. Therefore a fork clears only its own modules, and leaves the inherited
modules to the kernel. Modules of torch.distributed are cleared nevertheless: they contain process
groups, and a job must destroy its process groups.
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
    """Freezes the objects that imports within the context create, so that garbage collection skips
    them. Hardly any of these objects is garbage. A collection in a fork would copy their pages and
    add half a second to the end of the fork."""
    if not _modules:
        atexit.register(_keep)  # registered first, so it is called last
    before = set(sys.modules)
    _at_the_end_of_python("gridlock_show_errors")
    gc.disable()
    try:
        yield
    finally:
        _modules.update((name, sys.modules[name]) for name in sys.modules.keys() - before)
        _at_the_end_of_python("gridlock_hide_errors")
        _end_before_destructors()
        gc.freeze()
        gc.enable()


def _at_the_end_of_python(function):
    """Lets Python call a function of gridlock_threads.so at its end. Python calls such functions in
    reverse order, so that stderr is hidden from the functions of the inherited libraries alone.
    nanobind's function would report everything that a fork does not clear as a leak."""
    handler = getattr(ctypes.CDLL(None), function, None)
    if handler is not None:
        ctypes.pythonapi.Py_AtExit(ctypes.cast(handler, ctypes.c_void_p))


def _keep():
    """Protects inherited modules when a fork ends. Python clears the modules in sys.modules, so the
    inherited ones are removed from it. A permanent reference keeps them alive."""
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
    """Finds a protected module if a destructor imports it."""

    def __init__(self, modules):
        self._modules = modules

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name in self._modules else None

    def create_module(self, spec):
        return self._modules[spec.name]

    def exec_module(self, module):
        pass


def _end_before_destructors():
    """Skips the destructors of inherited libraries. exit() calls its handlers in reverse order:
    first the handlers of what the fork has loaded or created, and then the two handlers that this
    function registers. The last of these is _exit, which ends the process. on_exit passes arguments
    to a handler, the exit status first."""
    library = ctypes.CDLL(None)
    for last in (library._exit, library.fcloseall):
        library.on_exit(ctypes.cast(last, ctypes.c_void_p), None)
