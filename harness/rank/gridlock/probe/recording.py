"""Records this rank's calls on process groups and stores in a ring, which the rank's agent reads
(harness/trace). The C++ module gridlock_probe has decorators for backends and stores. This module
installs the decorators in torch. Numerical results and the types of groups do not change.

The probe is installed once in a rank, before the rank's default group exists, and stays installed
for the life of the process.
"""

import contextlib
import functools
import inspect
import os
import sys
import threading

import torch.autograd.graph
from torch.distributed import distributed_c10d as c10d

from gridlock.probe import exceptions, fsdp_modules, owned_folders, thread_origins

try:
    import gridlock_probe as native
except ModuleNotFoundError:  # the rank runs without the harness
    native = None

_ProcessGroup = torch._C._distributed_c10d.ProcessGroup
_get_backend = _ProcessGroup._get_backend
_register_backend = _ProcessGroup._register_backend

# A decorator is registered under one of the types _STAND_INS, because torch does not cast backends
# of these types to torch's own backend classes.
_TYPES = _ProcessGroup.BackendType
_STAND_INS = (_TYPES.CUSTOM, _TYPES.UCC, _TYPES.MPI, _TYPES.XCCL)

# torch's functions that create backends whose members connect at once.
_EAGER_CREATORS = ("_create_nccl2_process_group", "_create_nccl_lazy_process_group")

_installed = False


def install(ring):
    """Records in the ring of the descriptor `ring` from now on. The caller still owns the
    descriptor. A call that an earlier ring contains as unfinished stays unfinished there."""
    global _installed
    native.set_owned_folders(
        owned_folders.hidden(), owned_folders.libraries(), owned_folders.standard()
    )
    native.attach(ring)
    if not _installed:
        _installed = True
        _decorate()
        fsdp_modules.watch_if_loaded()
        native.describe_exceptions(exceptions.describe)
        thread_origins.watch(native.describe_thread, native.run_callback)
    thread_origins.report_all(native.describe_thread)


def _decorate():
    c10d._new_process_group_helper = _making_groups(c10d._new_process_group_helper)
    _ProcessGroup._register_backend = _register_decorated
    _ProcessGroup._get_backend = lambda self, device: native.undecorated(_get_backend(self, device))
    for maker, around in (("split_group", _splitting), ("merge_remote_group", _splitting)):
        if hasattr(_ProcessGroup, maker):
            setattr(_ProcessGroup, maker, around(getattr(_ProcessGroup, maker)))
    if hasattr(c10d, "_create_shrunk_process_group"):
        c10d._create_shrunk_process_group = _shrinking(c10d._create_shrunk_process_group)
    engine = torch.autograd.graph._engine_run_backward
    run_backward = functools.partial(native.run_backward, engine)
    torch.autograd.graph._engine_run_backward = run_backward
    torch.autograd._engine_run_backward = run_backward


def linger(seed):
    """Delays this rank for a random time between each event and its record. Only tests use it."""
    if _installed:
        native.start_lingering(seed)


def store(make, is_server, world_size, address, timeout):
    """Returns the TCP store of make() with a decorator. Records that all ranks wait for each other
    in the store's constructor.

    The server's constructor returns when all ranks have arrived. A client's constructor returns
    when the server is ready.
    """
    if not _installed:
        return make()
    timeout_ms = _milliseconds(timeout)
    meeting = native.Group(address, "store", "store", list(range(world_size)))
    index = native.add_group(meeting)
    server = f"gridlock/server/{address}"
    if is_server:
        native.record_set([server])
        made = native.build(index, timeout_ms, make)
    else:
        made = native.wait_for_keys([server], timeout_ms, make, port=native.OWN_STORE)
    return native.decorate_store(made)


def compiling(begins):
    """Records that the compiler begins or ends in this thread. Calls issued between the two are
    recorded as the compiler's own."""
    if _installed:
        native.set_compiling(begins)


class _Making(threading.local):
    """The group that this thread is creating. The decorators of the group's backends read it."""

    def __init__(self):
        self.groups = []  # (description, index in the ring) of each backend, in order of creation
        self.decorated = {}  # (decorator, its type) by inner backend, which devices may share
        self.types = set()

    def decorate(self, backend, backend_type):
        if backend not in self.decorated:
            group, index = self.groups[len(self.decorated)]
            self.types.add(backend_type)
            stand_in = next(t for t in _STAND_INS if t not in self.types)
            self.types.add(stand_in)
            decorated = native.decorate(backend, group, index)
            _tell_workers(backend, decorated)
            self.decorated[backend] = decorated, stand_in
        return self.decorated[backend]


_making = _Making()


def _making_groups(original):
    signature = inspect.signature(original)

    @functools.wraps(original)
    def make(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        call = bound.arguments
        if call.get("enable_reconfigure"):
            return _unfollowed(original(*bound.args, **bound.kwargs))
        call["store"] = native.decorate_store(call["store"])
        members = call["global_ranks_in_group"] or range(call["group_size"])
        if call["global_ranks_in_group"] and c10d.get_rank() not in members:
            return original(*bound.args, **bound.kwargs)
        groups = _groups(call, members)
        with _made(groups):
            make_it = functools.partial(original, *bound.args, **bound.kwargs)
            if not _blocks(call, groups):
                return make_it()
            return native.build(groups[0][1], _milliseconds(call["timeout"]), make_it)

    return make


def _unfollowed(made):
    """torch reconfigures no group that has two backends, so such a group gets no decorators."""
    print("gridlock: a group that can be reconfigured is not followed", file=sys.stderr)
    return made


def _groups(call, members):
    """Adds the group to the ring once per backend. Returns (description, index in the ring) for
    each, in the order in which torch creates the backends."""
    config = c10d.BackendConfig(c10d.Backend(call["backend"]))
    backends = dict.fromkeys(config.get_device_backend_map().values())
    description = call["group_desc"] or "undefined"
    name, timeout = str(call["group_name"]), _milliseconds(call["timeout"])
    groups = [
        native.Group(name, description, str(backend), list(members), timeout)
        for backend in backends
    ]
    indices = [native.add_group(group) for group in groups]
    for group, index in zip(groups, indices, strict=True):
        if _connects(group.backend, call):
            native.set_connected(index)
    return list(zip(groups, indices, strict=True))


def _connects(backend, call):
    """Returns whether the creation of the group connects its members. NCCL's engine of torch 2.15
    does so even if torch does not know the device."""
    if _creator(backend) in _EAGER_CREATORS:
        return not getattr(call["backend_options"], "lazy_init", False)
    return call["device_id"] is not None


def _creator(backend):
    """Returns the name of the function with which torch creates the backend, or ""."""
    if hasattr(c10d.Backend, "_ensure_backend_registered"):  # in torch 2.14
        with contextlib.suppress(RuntimeError, TypeError):  # torch will raise the error itself
            c10d.Backend._ensure_backend_registered(backend)
    plugin = c10d.Backend._plugins.get(backend.upper())
    return getattr(plugin and plugin.creator_fn, "__name__", "")


def _blocks(call, groups):
    """Returns whether the creation of the group may wait for the group's other members. It may with
    a backend that the program has registered."""
    immediate = {"nccl", "nccl-legacy", "nccl2", "fake"}
    if os.environ.get("TORCH_GLOO_LAZY_INIT", "0") not in ("", "0"):
        immediate.add("gloo")
    backends = [group.backend for group, _ in groups]
    return any(each not in immediate or _connects(each, call) for each in backends)


def _tell_workers(inner, decorated):
    """Records the number of gloo's worker threads, if gloo's options contain it."""
    threads = getattr(getattr(inner, "options", None), "_threads", None)
    if isinstance(threads, int) and threads > 0:
        native.set_workers(decorated, threads)


@contextlib.contextmanager
def _made(groups):
    _making.groups, _making.decorated, _making.types = groups, {}, set()
    try:
        yield
    finally:
        _making.__init__()


def _register_decorated(self, device, backend_type, backend=None):
    """Registers two backends for the device: the inner backend under its own type, because torch
    casts it to that type, and the decorator."""
    _register_backend(self, device, backend_type, backend)
    if _making.groups and backend is not None:
        decorated, stand_in = _making.decorate(backend, backend_type)
        _register_backend(self, device, stand_in, decorated)


def _splitting(original):
    @functools.wraps(original)
    def split(*args, **kwargs):
        group = original(*args, **kwargs)
        if group is not None:
            _register_inner_too(group)
        return group

    return split


def _register_inner_too(group):
    """Registers the inner backends of a group that torch created in C++. torch registered only the
    decorators. An inner backend of an unknown type is not registered: torch casts to no such type."""
    for device in group._device_types:
        decorated = _get_backend(group, device)
        inner = native.undecorated(decorated)
        if inner is not decorated:
            _tell_workers(inner, decorated)
            own_type = _type_of(inner.name().lower())
            if own_type is not None:
                _register_backend(group, device, own_type, inner)
            _register_backend(group, device, _TYPES.CUSTOM, decorated)
    group._set_group_name(group.group_name)


def _type_of(name):
    """Returns the type of a backend by the name of its engine, or None. The engines of NCCL ("nccl",
    "nccl2", "nccl-lazy" …) have one type, and torch lists only those that were asked for by name."""
    if name.startswith("nccl"):
        return _TYPES.NCCL
    return c10d.Backend.backend_type_map.get(name)


def _shrinking(original):
    @functools.wraps(original)
    def shrink(new_backend, remaining_ranks, metadata, *args, **kwargs):
        name, ranks = metadata["new_group_name"], list(remaining_ranks)
        group = native.Group(str(name), "shrunken", new_backend.name().lower(), ranks)
        with _made([(group, native.add_group(group))]):
            return original(new_backend, remaining_ranks, metadata, *args, **kwargs)

    return shrink


def _milliseconds(timeout):
    return int(timeout.total_seconds() * 1000) if timeout is not None else 0
