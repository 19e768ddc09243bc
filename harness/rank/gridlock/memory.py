"""Measures the peak memory of a cell or a script in MiB: the peak of the GPU's allocator if the GPU
is used, otherwise the peak of the process's resident set.

The resident set of a forked rank includes the pages that the rank shares with the zygote.
"""

import contextlib
import re

import torch


def start(device):
    if device.type == "cuda":
        torch.cuda.init()
        torch.cuda.reset_peak_memory_stats(device)
        return
    # Writing 5 resets the peak of the resident set (proc(5)). If the kernel refuses, the peak of
    # the process since its start remains.
    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w") as file:
        file.write("5")


class Peaks:
    """Measures the peak memory while the compiler runs, and separately the peak at all other times.
    If the kernel cannot reset the peak of the resident set, both are the peak of the whole time."""

    def __init__(self, device):
        self.steps = self.compile = 0.0
        self._device, self._kind = device, "steps"
        start(device)

    def turn(self, kind):
        """Attributes the peak from now on to `kind`, which is "compile" or "steps"."""
        setattr(self, self._kind, max(getattr(self, self._kind), self.now()))
        self._kind = kind
        start(self._device)

    def now(self):
        """Returns the peak since the last call of turn()."""
        return peak_mib(self._device)


def peak_mib(device):
    if device.type == "cuda":
        return torch.cuda.max_memory_allocated(device) / 2**20
    with open("/proc/self/status") as file:
        return int(re.search(r"VmHWM:\s*(\d+)", file.read())[1]) / 1024


def peak_so_far():
    """Returns the peak of this process in MiB, without a reset."""
    # The GPU's peak is used only if the process allocated GPU memory. A process that only compiled
    # has initialized CUDA on a machine with GPUs, too.
    on_gpu = torch.cuda.is_initialized() and torch.cuda.max_memory_allocated() > 0
    return peak_mib(torch.device("cuda" if on_gpu else "cpu"))
