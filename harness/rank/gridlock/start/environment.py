"""Sets the environment variables that must be set before torch is imported. This module does not
import torch."""

import os
import tempfile

# Variables that avoid threads. A forked rank must not inherit threads, and 32 ranks on two cores
# must not start a thread pool each.
FORKABLE = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "TORCH_WARM_POOL": "0",
    "TORCHINDUCTOR_COMPILE_THREADS": "1",
    # Without this variable, torch queries the CUDA runtime for devices. CUDA is then unusable in
    # every forked child ("in bad fork").
    "PYTORCH_NVML_BASED_CUDA_CHECK": "1",
    # Without this variable, NCCL's RAS service uses one port for all cells.
    "NCCL_RAS_ENABLE": "0",
}


_OWN_LIBRARIES = ("gridlock_device.so", "gridlock_threads.so")


def make_forkable():
    """Sets the variables of FORKABLE that are not already set."""
    _keep_to_itself()
    for name, value in FORKABLE.items():
        os.environ.setdefault(name, value)


def _keep_to_itself():
    """Removes gridlock's own libraries from LD_PRELOAD. Compilers that this process starts then do
    not load the libraries."""
    loaded = os.environ.pop("LD_PRELOAD", "").split(":")
    others = [library for library in loaded if not library.endswith(_OWN_LIBRARIES)]
    if any(others):
        os.environ["LD_PRELOAD"] = ":".join(others)


def become(variables):
    """Replaces the whole environment of the process. `variables` contains texts "NAME=value"."""
    os.environ.clear()
    os.environ.update(variable.split("=", 1) for variable in variables)
    make_forkable()
    tempfile.tempdir = None  # Python then determines the folder anew from TMPDIR


def set_rank(spec):
    """Sets the variables that torchrun sets, for cases that read these variables."""
    os.environ.update(
        RANK=str(spec["rank"]),
        WORLD_SIZE=str(spec["world_size"]),
        LOCAL_RANK=str(spec["local_rank"]),
        LOCAL_WORLD_SIZE=str(spec.get("local_world_size", spec["world_size"])),
        MASTER_ADDR=spec["master_addr"],
        MASTER_PORT=str(spec["master_port"]),
    )
