"""Does the zygote's work before it forks ranks: everything that is slow and whose result ranks can
inherit."""

import gc
import importlib
import sys

from gridlock.start import environment
from gridlock.start.inherited import inherited

_preloaded = frozenset(sys.modules)


def preload(extra=()):
    """Imports torch and the modules that ranks need. `extra` are further modules, as reported by
    earlier ranks.

    Leaves only one thread, no CUDA context and no process group. On machines with GPUs there is a
    second thread, which belongs to NVML and which forks do not need. Runs no tensor operation.
    """
    global _preloaded
    environment.make_forkable()
    with inherited():
        from gridlock.start import preloads

        preloads.load()
        for name in extra:
            importlib.import_module(name)
        gc.collect()
    _preloaded = frozenset(sys.modules)


def new_modules():
    """Returns the modules that were imported after preload() and that preload() could have
    imported."""
    return sorted(name for name in sys.modules.keys() - _preloaded if _is_importable(name))


def _is_importable(name):
    spec = getattr(sys.modules[name], "__spec__", None)
    if spec is None or spec.origin is None or name.startswith("gridlock_case_"):
        return False
    # Files that the compiler generated into its cache are excluded.
    return spec.origin.startswith((sys.prefix, sys.base_prefix))
