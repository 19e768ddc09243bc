"""Prepares the process that forks the ranks. Importing this module does not import torch."""

import gc
import os

from gridlock.start import environment


def prepare():
    """Imports torch for all ranks. Leaves only one thread."""
    # Without this variable, gloo looks up the name of the host. Even ranks on one host would then
    # need a working network.
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    environment.make_forkable()
    import gridlock_testing.programs.rank  # noqa: F401  (also imports torch)

    gc.collect()
    gc.freeze()
