"""Loads the probe into a process of a user's program under `gridlock exec`.

When the process first joins a process group, it registers with exec over a Unix socket and receives
a ring (harness/exec/registration_socket.h). An error in this module leaves the process without the
probe but never stops the program. That is safe, because exec assumes that a rank without a probe
may do anything.
"""

import atexit
import ctypes
import functools
import importlib.machinery
import importlib.util
import inspect
import os
import socket
import sys
import urllib.parse

from gridlock.probe import fsdp_modules, hub, job_secret, own_stores, raised, stack_signal

_C10D = "torch.distributed.distributed_c10d"

PROBE = "GRIDLOCK_PROBE"  # path of the probe's library
TORCH = "GRIDLOCK_TORCH"  # versions that the probe is built for; another torch would crash

_THREADS_LIBRARY = "gridlock_threads_library"  # its symbol (harness/rank/threads)
_PR_SET_PTRACER = 0x59616D61
_ANYBODY = ctypes.c_ulong(-1)

_attached = False


def to(c10d):
    """Attaches the probe at the first process group and at each later default group. sitecustomize
    calls this function after torch.distributed is loaded."""
    c10d.init_process_group = _attaching(c10d.init_process_group)
    job_secret.watch(c10d)
    # The package is still being imported, but it already contains its stores.
    package = sys.modules["torch.distributed"]
    own_stores.watch(package, lambda: _attached)
    raised.watch_teardown(c10d)


def to_compiler(callback):
    """Marks calls that are issued while the compiler runs: they are the compiler's own.
    sitecustomize calls this function after torch._dynamo.callback is loaded."""
    handler = type(callback.callback_handler)
    handler.run_start_callbacks = _also(handler.run_start_callbacks, begins=True)
    handler.run_end_callbacks = _also(handler.run_end_callbacks, begins=False)


def to_fsdp(param_groups):
    """Observes FSDP2. sitecustomize calls this function after FSDP2 is loaded."""
    fsdp_modules.watch(param_groups)


def to_flat_params(runtime):
    """Observes FSDP1. sitecustomize calls this function after FSDP1 is loaded."""
    fsdp_modules.watch_flat_params(runtime)


def _also(run_callbacks, begins):
    @functools.wraps(run_callbacks)
    def run(*args, **kwargs):
        if _attached:
            sys.modules["gridlock_probe"].compile(begins)
        return run_callbacks(*args, **kwargs)

    return run


def _attaching(original):
    signature = inspect.signature(original)

    @functools.wraps(original)
    def init_process_group(*args, **kwargs):
        try:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            _attach(bound.arguments)
        except Exception as error:
            print(f"gridlock: no probe in process {os.getpid()}: {error}", file=sys.stderr)
        return original(*args, **kwargs)

    return init_process_group


def _attach(call):
    """Attaches the process to a ring. Each default group is a separate job with its own ring,
    because calls of a destroyed job do not concern the next job."""
    global _attached
    place = _place(call)
    if place is None or sys.modules[_C10D].is_initialized():
        return
    _load_native()
    ring, stacks = _join_hub(*place)
    from gridlock.probe import recording

    stack_signal.answer_into(stacks)
    recording.install(ring)
    os.close(ring)
    os.close(stacks)
    own_stores.tell_keys_set_before(sys.modules["gridlock_probe"])
    if not _attached:
        _watch_rendezvous(recording)
        atexit.register(sys.modules["gridlock_probe"].script_ended)
    _attached = True
    if call["store"] is not None:
        job_secret.agree_beside_threads(call["store"])


def _place(call):
    """Returns (job, rank, world size). Returns None if neither the call nor the environment has a
    rank and a world size."""
    url = call["init_method"] or ""
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(url).query))
    rank = _first(call["rank"], query.get("rank"), os.environ.get("RANK"))
    size = _first(call["world_size"], query.get("world_size"), os.environ.get("WORLD_SIZE"))
    if rank is None or size is None:
        return None
    return _meeting(call["store"], url.partition("?")[0]), rank, size


def _meeting(store, url):
    """Returns a name for the store that the ranks of a job share. The name identifies the job.
    Environment variables do not, because two jobs may have equal variables."""
    if store is not None:
        return _name_of(store)
    if url and not url.startswith("env:"):
        return url
    attempt = os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")
    return f"{os.environ.get('MASTER_ADDR')}:{os.environ.get('MASTER_PORT')} attempt {attempt}"


def _name_of(store):
    prefixes = ""
    while hasattr(store, "underlying_store"):
        prefixes += f"{getattr(store, 'prefix', '')}/"
        store = store.underlying_store
    if hasattr(store, "port"):
        return f"{prefixes}{store.host}:{store.port}"
    if hasattr(store, "path"):
        return f"{prefixes}{store.path}"
    return f"{prefixes}a store in process {os.getpid()}"


def _first(*numbers):
    """Returns the first number that is set. torch marks an unset number by -1."""
    return next((int(n) for n in numbers if n is not None and int(n) >= 0), None)


def _load_native():
    """Loads the probe by its path, so that the probe's folder need not be in sys.path."""
    if "gridlock_probe" in sys.modules:
        return
    torch = sys.modules["torch"]
    commit = getattr(torch.version, "git_version", "")[:8]
    mine = f"torch-{torch.__version__}-{commit}-{sys.implementation.cache_tag}"
    if mine != os.environ[TORCH]:
        wanted = os.environ[TORCH]
        raise RuntimeError(
            f"the probe was built for {wanted}, but this is {mine}: "
            "select this Python with --python"
        )
    loader = importlib.machinery.ExtensionFileLoader("gridlock_probe", os.environ[PROBE])
    spec = importlib.util.spec_from_loader("gridlock_probe", loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    sys.modules["gridlock_probe"] = module


def _join_hub(job, rank, world_size):
    """Registers with exec. Returns the descriptors of this process's ring and of the file for its
    stacks."""
    _allow_stacks_to_be_taken()
    registration = {"job": job, "rank": rank, "world_size": world_size}
    registration["preloaded"] = hasattr(ctypes.CDLL(None), _THREADS_LIBRARY)
    with hub.request(registration) as answer:
        words, descriptors, _, _ = socket.recv_fds(answer, 4096, 2)
    if len(descriptors) != 2:
        raise RuntimeError(words.decode() or "gridlock exec has ended")
    return descriptors


def _allow_stacks_to_be_taken():
    """Allows py-spy to read this process's stacks. py-spy needs permission, because it is not an
    ancestor of this process."""
    ctypes.CDLL(None).prctl(_PR_SET_PTRACER, _ANYBODY, 0, 0, 0)


def _watch_rendezvous(recording):
    """Records that the ranks wait for each other in the constructor of the store, unless a separate
    process serves the store."""
    # torch.distributed also has a function `rendezvous`, so the module is looked up in sys.modules.
    rendezvous = sys.modules["torch.distributed.rendezvous"]
    make = rendezvous.TCPStore

    @functools.wraps(make, updated=())
    def store(host_name, port, world_size=None, is_master=False, timeout=None, **options):
        if timeout is not None:
            options["timeout"] = timeout
        made = functools.partial(make, host_name, port, world_size, is_master, **options)
        if rendezvous._torchelastic_use_agent_store() or world_size is None:
            return made()
        return recording.store(made, is_master, world_size, f"{host_name}:{port}", timeout)

    rendezvous.TCPStore = store
