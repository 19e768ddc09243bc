"""A forgotten setting compiles generated C++ with -O0. The results are right, but on every rank,
steps take several times as long as uncompiled steps."""

import torch._inductor.config as inductor_config

from gridlock import planting

COPIES, LINKS = 8, 300  # one fused loop, faster than uncompiled code if it is optimized


def prepare(cell):
    inductor_config.aot_inductor.debug_compile = bool(cell.get("debug"))
    inductor_config.cpp_cache_precompile_headers = False  # takes a minute for other flags


def program(x):
    total = x.detach().repeat(COPIES, 1, 1)
    for _ in range(LINKS):
        total = total * 0.5 + 1
    return total.mean()


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
