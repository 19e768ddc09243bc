"""What the zygote does before it forks ranks: everything slow that they can inherit."""

import gc
import importlib
import sys

from gridlock.start import environment

_inherited = frozenset(sys.modules)


def preload(extra=()):
    """Imports torch and what ranks need; `extra`: further modules, as earlier ranks reported them.

    Leaves one thread (on machines with GPUs a second one, NVML's own, which forks do without), no
    CUDA context and no process group. Runs no tensor operation.
    """
    global _inherited
    environment.make_forkable()
    from gridlock.start import preloads

    preloads.load()
    for name in extra:
        importlib.import_module(name)
    _inherited = frozenset(sys.modules)
    # Shared for good: a collection in a rank neither walks these objects nor copies their pages.
    gc.collect()
    gc.freeze()


def new_modules():
    """Modules imported since preload() that it could have imported."""
    return sorted(name for name in sys.modules.keys() - _inherited if _is_importable(name))


def _is_importable(name):
    spec = getattr(sys.modules[name], "__spec__", None)
    if spec is None or spec.origin is None or name.startswith("gridlock_case_"):
        return False
    # Not what the compiler generated into its cache.
    return spec.origin.startswith((sys.prefix, sys.base_prefix))
