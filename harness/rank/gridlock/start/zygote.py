"""What the zygote does before it forks ranks: everything slow that they can inherit."""

import gc
import importlib
import sys

from gridlock.start import environment
from gridlock.start.inherited import inherited

_preloaded = frozenset(sys.modules)


def preload(extra=()):
    """Imports torch and what ranks need; `extra`: further modules, as earlier ranks reported them.

    Leaves one thread (on machines with GPUs a second one, NVML's own, which forks do without), no
    CUDA context and no process group. Runs no tensor operation.
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
    """Modules imported since preload() that it could have imported."""
    return sorted(name for name in sys.modules.keys() - _preloaded if _is_importable(name))


def _is_importable(name):
    spec = getattr(sys.modules[name], "__spec__", None)
    if spec is None or spec.origin is None or name.startswith("gridlock_case_"):
        return False
    # Not what the compiler generated into its cache.
    return spec.origin.startswith((sys.prefix, sys.base_prefix))
