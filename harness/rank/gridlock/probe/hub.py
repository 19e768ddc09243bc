"""The connection to the `gridlock exec` above this process (harness/exec/registration_socket.h). Each
request has its own connection."""

import contextlib
import json
import os
import socket

PATH = "GRIDLOCK_HUB"

_SECONDS_TO_ANSWER = 10


@contextlib.contextmanager
def request(message):
    """Sends the message. Yields the socket, on which exec may answer."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as hub:
        hub.settimeout(_SECONDS_TO_ANSWER)
        hub.connect(os.environ[PATH])
        hub.send(json.dumps(message).encode())
        yield hub
