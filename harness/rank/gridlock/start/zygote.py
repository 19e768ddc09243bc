"""Does the slow work whose results ranks can inherit, before the zygote forks ranks."""

import gc
import importlib
import sys

from gridlock.start import environment
from gridlock.start.inherited import inherited

_preloaded = frozenset(sys.modules)


def preload(extra=()):
    """Imports torch and the modules that ranks need. `extra` are names of further modules that
    earlier ranks reported.

    Leaves one thread, no CUDA context and no process group. On machines with GPUs, NVML has a
    second thread, which forks do not need. Runs no tensor operation.
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
    """Returns the names of modules that were imported after preload() and that preload() could
    import."""
    return sorted(name for name in sys.modules.keys() - _preloaded if _is_importable(name))


def _is_importable(name):
    spec = getattr(sys.modules[name], "__spec__", None)
    if spec is None or spec.origin is None or name.startswith("gridlock_case_"):
        return False
    # Excludes modules that the compiler wrote into its cache.
    return spec.origin.startswith((sys.prefix, sys.base_prefix))
