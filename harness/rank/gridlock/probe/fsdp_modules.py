"""Reports to the probe, once for each parameter group of FSDP, the module that the group belongs
to. The record of a call that gathers or reduces parameters then contains the module's name, without
a cost per call (harness/rank/probe/modules.h).

DDP's calls have no module names. DDP's reducer calls the backend from C++ without a Python function
above the call, and neither the tensor nor the call identifies the bucket.
"""

import functools
import sys

_PARAM_GROUPS = "torch.distributed.fsdp._fully_shard._fsdp_param_group"
_FLAT_PARAMS = "torch.distributed.fsdp._runtime_utils"
_ROOT = "the root module"
# Attribute names of the wrappers of torch.compile and FSDP1. A module's name excludes them.
_WRAPPERS = frozenset(["_orig_mod", "_fsdp_wrapped_module"])


def watch_if_loaded():
    if _PARAM_GROUPS in sys.modules:
        watch(sys.modules[_PARAM_GROUPS])
    if _FLAT_PARAMS in sys.modules:
        watch_flat_params(sys.modules[_FLAT_PARAMS])


def watch(param_groups):
    """Reports FSDP2's groups. In the first forward, FSDP2 names the modules and then initializes
    their groups."""
    group_type = getattr(param_groups, "FSDPParamGroup", None)
    initialize = getattr(group_type, "lazy_init", None)
    if initialize is None or hasattr(initialize, "__wrapped__"):
        return

    @functools.wraps(initialize)
    def lazy_init(group, *args, **kwargs):
        result = initialize(group, *args, **kwargs)
        _tell(group, getattr(group, "_module_fqn", None))
        return result

    group_type.lazy_init = lazy_init


def watch_flat_params(runtime):
    """Reports FSDP1's handles. FSDP1 initializes all handles below the root module in the first
    forward. Methods of a handle gather parameters. Functions that receive the handle's FSDP
    instance reduce gradients."""
    share = getattr(runtime, "_share_state_and_init_handle_attrs", None)
    if share is None or hasattr(share, "__wrapped__"):
        return

    @functools.wraps(share)
    def share_and_tell(root_state, root_module):
        result = share(root_state, root_module)
        _tell_instances(root_state, root_module)
        return result

    runtime._share_state_and_init_handle_attrs = share_and_tell


def _tell_instances(root_state, root_module):
    paths = {id(module): path for path, module in root_module.named_modules()}
    for state in getattr(root_state, "_all_fsdp_states", ()):
        path = paths.get(id(state))
        handle = getattr(state, "_handle", None)
        _tell(state, path)
        if handle is not None:
            _tell(handle, path)


def _tell(owner, path):
    native = sys.modules.get("gridlock_probe")
    if native is not None and isinstance(path, str):
        native.name_module(id(owner), name_of(path))


def name_of(path):
    """Returns a module's name for reports: "layers.3", or "module 3" if the path is only a
    number."""
    name = ".".join(part for part in path.split(".") if part not in _WRAPPERS)
    return f"module {name}" if name[:1].isdigit() else name or _ROOT
