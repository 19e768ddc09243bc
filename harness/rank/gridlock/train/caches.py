"""Prepares the compiler's caches on disk. The axis `cache` selects their state:

    as_found  as earlier cells left them
    cold      empty
    warm      filled by a training of one step
    per_rank  warm, except on rank 0, which compiles while the other ranks load
"""

import contextlib
import os
import pathlib
import shutil
import tempfile

import torch.distributed as dist
from torch._inductor import utils as inductor

from gridlock.compiler import counters

_VARIABLES = {"TORCHINDUCTOR_CACHE_DIR": "inductor", "TRITON_CACHE_DIR": "triton"}


@contextlib.contextmanager
def of_cell(cell, spec, fill):
    """Gives the compiler the caches that the cell requires, within the context and on each host.
    fill() trains one step, which fills the caches."""
    if cell.cache == "as_found":
        yield
        return
    before = {name: os.environ.get(name) for name in _VARIABLES}
    folder = _folder(spec)
    try:
        _empty(folder, spec)
        _use(folder / "all")
        if cell.cache != "cold":
            fill()
            dist.barrier()
            _forget()
        if cell.cache == "per_rank" and dist.get_rank() == 0:
            _use(folder / "own")
        yield
    finally:
        _restore(before)
    _empty(folder, spec)


def _folder(spec):
    """Returns a folder that no other training run uses: its name contains the address of the run's
    store, and no two runs share a store."""
    place = f"{spec['store']}-{spec.get('master_port', '')}"
    base = os.environ.get("TORCHINDUCTOR_CACHE_DIR", tempfile.gettempdir())
    return pathlib.Path(base) / "cells" / place.strip("-").replace("/", "_")


def _empty(folder, spec):
    dist.barrier()
    if spec["local_rank"] == 0:
        shutil.rmtree(folder, ignore_errors=True)
    dist.barrier()


def _use(folder):
    for variable, name in _VARIABLES.items():
        os.environ[variable] = str(folder / name)


def _restore(variables):
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _forget():
    """Makes this process forget the caches' contents and its earlier compilations."""
    counters.reset()
    inductor.clear_caches()
