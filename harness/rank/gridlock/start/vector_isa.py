"""Determines the vector instructions that inductor may use on this CPU.

torch tests each instruction set with a program: it compiles the program and loads it in a fresh
Python that imports torch. That takes 10 s or more per set, in each process that compiles. This
module tests all sets once, in parallel. Every fork inherits the results. A file next to the
compiler's caches keeps them for the next start.
"""

import hashlib
import os
import shutil
from concurrent.futures import ThreadPoolExecutor

import torch
from torch._inductor import cpu_vec_isa
from torch._inductor.cpp_builder import get_cpp_compiler
from torch._inductor.runtime.cache_dir_utils import cache_dir


def pick():
    """Fills torch's own caches: the usable instruction sets, and the set that torch picks."""
    memory = _memory()
    if not os.path.exists(memory):
        # bool() tests a set, and torch caches the result. The threads only wait for compilers, and
        # end before any fork. This thread tests the first set, because that test imports modules:
        # in a fork server, `site` is still being imported, and another thread that imports it would
        # wait forever.
        first, *others = _supported() or [None]
        bool(first)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(bool, others))
        usable = cpu_vec_isa.valid_vec_isa_list()
        cpu_vec_isa.pick_vec_isa()
        if len(usable) == len(_supported()):
            os.makedirs(os.path.dirname(memory), exist_ok=True)
            open(memory, "w").close()
        return
    check = cpu_vec_isa.VecISA.check_build
    cpu_vec_isa.VecISA.check_build = lambda self, code: True
    try:
        cpu_vec_isa.valid_vec_isa_list()
        cpu_vec_isa.pick_vec_isa()
    finally:
        cpu_vec_isa.VecISA.check_build = check


def _supported():
    """Returns the instruction sets of this CPU, including those that the compiler cannot use."""
    flags = cpu_vec_isa.x86_isa_checker()
    return [
        isa
        for isa in cpu_vec_isa.supported_vec_isa_list
        if all(flag in flags for flag in str(isa).split())
    ]


def _memory():
    """Returns the path of a file. The file exists once all instruction sets of this CPU have proved
    usable with this torch and compiler."""
    compiler = os.path.realpath(shutil.which(get_cpp_compiler()) or "")
    changed = os.path.getmtime(compiler) if compiler else 0
    facts = [torch.__version__, sorted(cpu_vec_isa.x86_isa_checker()), compiler, changed]
    key = hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
    return os.path.join(cache_dir(), "gridlock", f"vector_isa_{key}")
