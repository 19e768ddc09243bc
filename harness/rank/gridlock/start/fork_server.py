"""Runs a Python process that has imported torch and forks the ranks of many `gridlock exec` runs
(harness/run/fork_server.h is the other side). A script then starts in a tenth of a second instead
of the seconds that the import of torch takes.

    fork server                 this process: torch imported, one thread
      └─ gridlock exec          one for each script, forked from the fork server
           └─ forker            forked before exec begins: torch imported, waits for exec's order …
                └─ ranks        … forks the ranks, and ends

The command line `python -u /proc/self/cwd/NAME` starts the fork server. The server's sitecustomize
calls serve(), which returns only in ranks. A rank's interpreter then runs the script NAME by
itself. The rank's working folder is the folder of the request.
"""

import contextlib
import importlib
import json
import os
import select
import signal
import socket
import sys

from gridlock.start import forking, preloads
from gridlock.start.inherited import inherited
from gridlock.start.parents import die_with

ORDER = "GRIDLOCK_FORK_SERVER"  # JSON: {"channel"}, and "nursery" if nursery.py is to be used
WARM = "GRIDLOCK_WARM_INTERPRETER"  # read by exec (harness/protocol/exec_messages.h)
_MOST = 1 << 20  # largest message in bytes


def serve():
    """Serves requests. Returns only in the ranks."""
    order = json.loads(os.environ.pop(ORDER))
    channel = socket.socket(fileno=order["channel"])
    with _gpus_by_nvml():
        forking.import_modules()
        _preload()
    forking.check_threads()
    if order.get("nursery"):
        from gridlock.start import nursery  # only nurseries need it

        channel.send(b'{"ready": true}')
        channel = nursery.fork_servers(channel)
    channel.send(json.dumps({"ready": os.getpid()}).encode())
    execs = {}  # pidfd → pid of a `gridlock exec`
    while True:
        readable, _, _ = select.select([channel, *execs], [], [])
        for pidfd in set(readable) - {channel}:
            _, status = os.waitpid(execs[pidfd], 0)
            channel.send(json.dumps({"ended": execs.pop(pidfd), "status": status}).encode())
            os.close(pidfd)
        if channel in readable:
            message, outputs, _, _ = socket.recv_fds(channel, _MOST, 1)
            if not message:
                _end(execs.values())
            pid = _start(json.loads(message), outputs[0], channel)
            if pid is None:
                return  # a rank
            execs[os.pidfd_open(pid)] = pid
            os.close(outputs[0])
            channel.send(json.dumps({"started": pid}).encode())


@contextlib.contextmanager
def _gpus_by_nvml():
    """Makes torch count GPUs through NVML within the context. Without it, torch would query CUDA's
    runtime, and no fork could use CUDA."""
    name = "PYTORCH_NVML_BASED_CUDA_CHECK"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        os.environ.pop(name)
        if before is not None:
            os.environ[name] = before


def _end(execs):
    """Stops all execs. The ranks of an exec end with it."""
    for pid in execs:
        os.kill(pid, signal.SIGTERM)
    for pid in execs:
        os.waitpid(pid, 0)
    os._exit(0)


def _preload():
    """Imports the modules that compiling needs, and caches facts about the machine, so that no rank
    repeats this work. Skips modules that the installed torch lacks."""
    with inherited():
        for name in preloads.MODULES:
            if not name.startswith("gridlock"):
                with contextlib.suppress(ModuleNotFoundError):
                    importlib.import_module(name)
        preloads.warm_up()


def _start(request, output, channel):
    """Starts an exec. Returns the exec's pid, or None in the exec's ranks."""
    server = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    try:
        channel.close()
        os.setsid()
        die_with(server)
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.close(output)
        os.chdir(request["folder"])
        return _become_exec(request)
    except BaseException as error:
        os.write(2, f"gridlock: the fork server cannot start exec: {error}\n".encode())
        os._exit(3)


def _become_exec(request):
    mine, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    supervisor = os.getpid()
    forker = os.fork()
    if forker == 0:
        mine.close()
        os.environ.update(request["variables"])
        return _fork_ranks(its, supervisor, request["arguments"])
    its.close()
    mine.set_inheritable(True)
    warm = {
        "pid": forker,
        "channel": mine.fileno(),
        "torch": os.environ["GRIDLOCK_TORCH"],
        "probe": os.environ["GRIDLOCK_PROBE"],
        "search_pace": request["search_pace"],
    }
    environment = {**request["environment"], WARM: json.dumps(warm)}
    os.execve(request["exec"][0], request["exec"], environment)


def _fork_ranks(channel, supervisor, arguments):
    """Forks the ranks. Returns only in the ranks."""
    die_with(supervisor)
    message, descriptors, _, _ = socket.recv_fds(channel, _MOST, 256)
    if not message:
        os._exit(0)
    order = json.loads(message)
    # The order refers to the received descriptors by their index.
    order["channel"] = channel.detach()
    if "store" in order:
        order["store"] = descriptors[order["store"]]
    if "outputs" in order:
        order["outputs"] = [descriptors[output] for output in order["outputs"]]
    sys.argv[:] = [os.path.basename(sys.argv[0]), *arguments]
    forking.fork_all(order, supervisor)
