"""The modules that a rank needs sooner or later, found by comparing sys.modules after cells."""

import importlib

MODULES = (
    "torch",
    "torch._dynamo",
    "torch._inductor.compile_fx",
    "gridlock.runner",
)


def load():
    for name in MODULES:
        importlib.import_module(name)
    warm_up()


def warm_up():
    """What torch would otherwise find out anew in every rank."""
    from torch._inductor.cpu_vec_isa import pick_vec_isa

    # Compiles test programs: 10 s and more.
    pick_vec_isa()
