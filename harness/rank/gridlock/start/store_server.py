"""python -m gridlock.start.store_server DESCRIPTOR: serves the store that all ranks share, until it
is killed.

The store runs in a separate process, as under torchrun, so that it does not end with a rank.
DESCRIPTOR is a listening socket: its port is bound and known before torch is loaded.
"""

import ctypes
import importlib.util
import os
import signal
import socket
import sys
import types

# The name of the process in /proc/PID/comm. harness/inspect/outside_processes.cc recognizes the
# process by this name.
_NAME = b"gridlock-store"
_PR_SET_NAME = 15
_WHOLE = "whole"


def _store_of_torch_without_its_python():
    """Returns TCPStore from torch's C++ library without importing torch's Python package. This
    takes a third of the two processor seconds of `import torch`, mostly while the ranks import
    torch. Raises an import or look-up error if the installed torch has another structure."""
    places = importlib.util.find_spec("torch").submodule_search_locations
    for name in ("torch", "torch.distributed"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules["torch"].__path__ = places
    from torch import _C

    _C._c10d_init()
    return _C._distributed_c10d.TCPStore


def _store_class(descriptor, whole):
    if whole or "torch" in sys.modules:  # torch is already imported in a fork
        from torch.distributed import TCPStore

        return TCPStore
    try:
        return _store_of_torch_without_its_python()
    except Exception:  # a partly loaded torch cannot be loaded again
        arguments = ["-m", "gridlock.start.store_server", str(descriptor), _WHOLE]
        os.execv(sys.executable, [sys.executable, *arguments])


def main(descriptor, whole=""):
    ctypes.CDLL(None).prctl(_PR_SET_NAME, _NAME, 0, 0, 0)
    store_class = _store_class(descriptor, whole)
    port = socket.socket(fileno=descriptor)
    number = port.getsockname()[1]
    store = store_class(
        "127.0.0.1",
        number,
        is_master=True,
        wait_for_workers=False,
        master_listen_fd=port.detach(),
    )
    signal.pause()
    del store


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
