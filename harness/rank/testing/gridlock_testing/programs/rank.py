"""Executes one rank's lists of operations, in a process of its own that never returns."""

import collections
import datetime
import os
import signal
import threading
import time

import torch
import torch.distributed as dist

from gridlock_testing.programs import calls, numbers
from gridlock_testing.programs.call import Call

# The timeout of groups and stores. No program runs that long: a timeout would look like an
# exception of the operation.
_TIMEOUT = datetime.timedelta(minutes=30)
_SECONDS_BETWEEN_LOOKS = 0.001
_MOMENT = 100_000  # number of additions that take a millisecond or more
_ON_GPUS = "nccl"


def be_rank(program, rank, slots, all_joined, store):
    """Joins the groups, waits until all ranks have joined, runs a thread for each slot, and then
    waits to be killed."""
    try:
        groups, keys = _join(program, rank, store)
    except Exception as error:
        slots[0].raised(f"{type(error).__name__}: {error}")
        signal.pause()
    for slot in slots:
        slot.join()
    while not all_joined():
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    threads = [
        threading.Thread(target=_be_thread, args=(program, rank, operations, slot, groups, keys))
        for operations, slot in zip(program["ranks"][rank], slots, strict=True)
    ]
    for thread in threads[1:]:
        thread.start()
    threads[0].run()
    for thread in threads[1:]:
        thread.join()
    if program.get("at_end") == "exit":
        os._exit(0)
    while True:
        signal.pause()


def _be_thread(program, rank, operations, slot, groups, keys):
    try:
        _Interpreter(operations, rank, slot, groups, keys, _device(program, rank)).run()
        slot.end()
    except Exception as error:
        slot.raised(f"{type(error).__name__}: {error}")
        if program.get("after_error") == "exit":
            os._exit(1)


def _join(program, rank, path):
    """Returns the groups with their members, and the store for keys.

    On GPUs, this function creates the communicators, so that the first operation need not. A
    program that is "cold" creates them in its first operation.
    """
    size = len(program["ranks"])
    everybody = list(range(size))
    store = dist.FileStore(path, size)
    backend, cold = program.get("backend", "gloo"), program.get("cold", False)
    device = _device(program, rank)
    if backend == _ON_GPUS:
        torch.cuda.set_device(device)
    dist.init_process_group(
        backend,
        store=store,
        rank=rank,
        world_size=size,
        timeout=_TIMEOUT,
        device_id=device if backend == _ON_GPUS and not cold else None,
    )
    members = program.get("groups", [everybody])
    first_of_all = members.index(everybody) if everybody in members else None
    groups = [
        (dist.group.WORLD if index == first_of_all else dist.new_group(ranks), ranks)
        for index, ranks in enumerate(members)
    ]
    if backend == _ON_GPUS and not cold:
        _connect(groups, rank)
    return groups, _keys(rank, store) if _uses_keys(program) else None


def _device(program, rank):
    return torch.device("cuda", rank) if program.get("backend") == _ON_GPUS else torch.device("cpu")


def _connect(groups, rank):
    for group, members in groups:
        if rank in members:
            one = torch.zeros(1, device="cuda")
            dist.all_reduce(torch.cat([one + 1, one]), group=group)  # cat: a second kernel to load
            torch.cuda.synchronize()


def _uses_keys(program):
    return any(
        operation["op"] in ("store_set", "store_wait")
        for threads in program["ranks"]
        for operations in threads
        for operation in operations
    )


def _keys(rank, meeting):
    """Returns a store for keys. It is a TCPStore, because waits of a FileStore poll and waits of a
    TCPStore sleep."""
    if rank == 0:
        keys = dist.TCPStore("127.0.0.1", 0, is_master=True, timeout=_TIMEOUT)
        meeting.set("port of the keys", str(keys.port))
        return keys
    return dist.TCPStore("127.0.0.1", int(meeting.get("port of the keys")), timeout=_TIMEOUT)


class _Interpreter:
    """Executes the operations of one thread."""

    def __init__(self, operations, rank, slot, groups, keys, device):
        self._operations = operations
        self._rank = rank
        self._slot = slot
        self._groups = groups
        self._device = device
        self._issued = collections.Counter()  # calls by group; messages also by ranks and tag
        self._open = {}  # index of an asynchronous operation → work, outputs
        self._others = {
            "wait": lambda index, operation: self._wait(operation["call"]),
            "drop": lambda index, operation: self._open.pop(operation["call"]),
            "compute": lambda index, operation: sum(range(_MOMENT * operation.get("times", 1))),
            "exit": lambda index, operation: os._exit(0),
            "die": lambda index, operation: os.kill(os.getpid(), signal.SIGKILL),
            "store_set": lambda index, operation: keys.set(str(operation["key"]), ""),
            "store_wait": lambda index, operation: keys.wait([str(operation["key"])]),
            "send": self._send,
            "recv": self._receive,
            "recv from any source": self._receive_from_any,
        }

    def run(self):
        for index, operation in enumerate(self._operations):
            self._others.get(operation["op"], self._collective)(index, operation)
            self._slot.set_returned(index + 1)

    def _collective(self, index, operation):
        group = operation.get("group", 0)
        call = self._call(operation, self._count((group,)))
        self._keep(index, operation, *calls.COLLECTIVES[operation["op"]](call))

    def _send(self, index, operation):
        key = self._channel(operation, self._rank, operation["peer"])
        call = self._call(operation, self._count(key))
        tag = operation.get("tag", 0)
        work = dist.isend(call.mine(), operation["peer"], call.group, tag)
        self._keep(index, operation, work, [])

    def _receive(self, index, operation):
        key = self._channel(operation, operation["peer"], self._rank)
        call = self._call(operation, self._count(key))
        output = call.blank()
        work = dist.irecv(output, operation["peer"], call.group, operation.get("tag", 0))
        self._keep(index, operation, work, [(output, call.input_of(operation["peer"]))])

    def _receive_from_any(self, index, operation):
        call = self._call(operation, 0)
        output = call.blank()
        work = dist.irecv(output, None, call.group, operation.get("tag", 0))
        self._keep(index, operation, work, self._from_whom(work, operation, output))

    def _from_whom(self, work, operation, output):
        """Yields the output and its expected value. Must be evaluated after the call, because the
        sender is not known before."""
        sender = self._groups[operation.get("group", 0)][1][work._source_rank()]
        call = self._call(operation, self._count(self._channel(operation, sender, self._rank)))
        yield output, call.input_of(sender)

    def _keep(self, index, operation, work, outputs):
        self._open[index] = work, outputs
        if not operation.get("async"):
            self._wait(index)

    def _wait(self, index):
        work, outputs = self._open.pop(index)
        if work is not None:
            work.wait()
        if self._device.type == "cuda":
            torch.cuda.current_stream().synchronize()
        if not all(numbers.equal(got, expected) for got, expected in outputs):
            self._slot.mark_wrong(index)

    def _call(self, operation, sequence):
        group, members = self._groups[operation.get("group", 0)]
        return Call(
            group=group,
            members=members,
            rank=self._rank,
            sequence=sequence,
            root=operation.get("root", members[0]),
            dtype=getattr(torch, operation.get("dtype", "float32")),
            shape=tuple(operation.get("shape", [operation.get("count", 12)])),
            splits=operation.get("splits"),
            reduce_op=operation.get("reduce_op", "sum"),
            is_async=operation.get("async", False),
            device=self._device,
        )

    def _channel(self, operation, sender, receiver):
        return operation.get("group", 0), sender, receiver, operation.get("tag", 0)

    def _count(self, key):
        """Counts one more call with this key. Returns the number of earlier ones."""
        self._issued[key] += 1
        return self._issued[key] - 1
