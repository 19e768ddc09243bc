"""Prepares the process that forks the ranks. Imports nothing of torch by itself."""

import gc
import os

from gridlock.start import environment


def prepare():
    """Imports torch for all ranks. Leaves one thread."""
    # Otherwise gloo looks up the name of the host; two ranks then need a working network.
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    environment.make_forkable()
    import gridlock_testing.programs.rank  # noqa: F401  (torch comes with it)

    gc.collect()
    gc.freeze()
