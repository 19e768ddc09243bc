"""Prepares fork servers that have imported torch before a program requests one. Tests use them if
they start many such programs (`gridlock minimize`, `gridlock ablate`): all their fork servers
together import torch once.

    nursery                   a fork server (fork_server.py) that serves a test instead of a program
      └─ gridlock minimize    a fork that executes the program and is a child of the test …
           └─ fork server     … after it has forked this, which waits for its adoption

harness/run/fork_server.cc adopts the fork server. harness/integration/warm_server.cc and
harness/protocol/warm_start.h are the test's side.
"""

import ctypes
import json
import os
import signal
import socket
import time

from gridlock.start import environment
from gridlock.start.parents import die_with

_ADOPTED = "GRIDLOCK_WARM_FORK_SERVER"
_MARK = b"GRIDLOCK_TEST_RUN"  # marks the owner of the process in /proc/PID/environ
_MOST = 1 << 20  # largest message in bytes


def fork_servers(test):
    """For each message of `test`, forks a program and a fork server for that program. Returns only
    in the fork servers, after the program has adopted the fork server. Returns the channel to the
    program."""
    while True:
        message, descriptors, _, _ = socket.recv_fds(test, _MOST, 2)
        if not message:
            os._exit(0)
        if os.fork() == 0:
            program = os.fork()
            if program == 0:
                return _become(json.loads(message), descriptors)
            test.send(json.dumps({"pid": program}).encode())
            os._exit(0)
        os.wait()
        for descriptor in descriptors:
            os.close(descriptor)


def _become(order, descriptors):
    while os.getppid() != order["parent"]:  # waits until the process that forked this one has ended
        time.sleep(0.001)
    die_with(order["parent"])
    os.setsid()
    mine, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    program = os.getpid()
    server = os.fork()
    if server == 0:
        mine.close()
        die_with(program)
        return _adopted(its)
    _execute(order, descriptors, {"pid": server, "channel": mine.fileno()})


def _adopted(channel):
    message, _, _, _ = socket.recv_fds(channel, _MOST, 1)
    if not message:
        os._exit(0)
    variables = json.loads(message)["environment"]
    _show_mark(variables)  # before Python moves the environment
    environment.become(variables)
    return channel


def _execute(order, descriptors, server):
    for output, number in zip((descriptors[0], descriptors[1], descriptors[1]), (0, 1, 2)):
        os.dup2(output, number)
    os.set_inheritable(server["channel"], True)
    os.chdir(order["folder"])
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    variables = dict(variable.split("=", 1) for variable in order["run"]["environment"])
    arguments = order["run"]["arguments"]
    os.execve(arguments[0], arguments, {**variables, _ADOPTED: json.dumps(server)})


def _show_mark(variables):
    """Overwrites _MARK in place. /proc/PID/environ shows the memory of the initial environment,
    not the variables of Python."""
    getenv = ctypes.CDLL(None).getenv
    getenv.restype = ctypes.c_void_p
    shown = getenv(_MARK)
    for variable in variables:
        name, value = variable.encode().split(b"=", 1)
        if shown and name == _MARK and len(value) == len(ctypes.string_at(shown)):
            ctypes.memmove(shown, value, len(value))
