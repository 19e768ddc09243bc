"""A forgotten setting makes every rank compile the generated C++ with -O0. The results are right,
but steps take several times as long as uncompiled steps."""

import torch._inductor.config as inductor_config

from gridlock import planting

COPIES, LINKS = 8, 300  # the compiler fuses one loop; optimized, it is faster than uncompiled code


def prepare(cell):
    inductor_config.aot_inductor.debug_compile = bool(cell.get("debug"))
    inductor_config.cpp_cache_precompile_headers = False  # would take a minute for -O0


def program(x):
    total = x.detach().repeat(COPIES, 1, 1)
    for _ in range(LINKS):
        total = total * 0.5 + 1
    return total.mean()


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
