"""python -m gridlock.start.store_server DESCRIPTOR: serves the store of all ranks, until it is ended.

A process of its own, as it is under torchrun: no rank's exit takes it along. DESCRIPTOR is a
listening socket, so that the port is known, and taken, before torch is loaded.
"""

import ctypes
import signal
import socket
import sys

# What /proc/PID/comm says: harness/inspect/outside_processes.cc recognizes the process by it.
_NAME = b"gridlock-store"
_PR_SET_NAME = 15


def main(descriptor):
    ctypes.CDLL(None).prctl(_PR_SET_NAME, _NAME, 0, 0, 0)
    from torch.distributed import TCPStore

    port = socket.socket(fileno=descriptor)
    number = port.getsockname()[1]
    store = TCPStore(
        "127.0.0.1",
        number,
        is_master=True,
        wait_for_workers=False,
        master_listen_fd=port.detach(),
    )
    signal.pause()
    del store


if __name__ == "__main__":
    main(int(sys.argv[1]))
