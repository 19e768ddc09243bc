"""Undoes fully_shard() for the time of a capture. There are two reasons: Dynamo does not follow the
hooks of fully_shard(), and a sharded parameter has the shape of one rank's part."""

import contextlib
import sys

import torch

_MARK = "_is_fsdp_managed_module"  # Dynamo treats modules with this attribute differently
_HOOKS = ("_forward_pre_hooks", "_forward_hooks")


def is_sharded(module):
    fsdp = sys.modules.get("torch.distributed.fsdp")
    return fsdp is not None and isinstance(module, fsdp.FSDPModule)


def sharded_parts(module):
    """Returns the paths of the submodules that fully_shard() shards separately. The path "" is the
    module itself."""
    return [path for path, part in module.named_modules() if is_sharded(part)]


def own_class(module):
    kind = type(module)
    return kind.__mro__[kind._orig_cls_mro_index] if is_sharded(module) else kind


def changes_dtypes(module):
    """Returns whether the module's mixed precision changes the dtypes of values in its forward."""
    states = [m._get_fsdp_state() for m in module.modules() if is_sharded(m)]
    return any(state._mp_policy.param_dtype for state in states)


@contextlib.contextmanager
def unsharded(module):
    """Replaces the modules' sharded parameters by whole ones within the context. Yields {id of a
    whole parameter: this rank's part of it}. Whole parameters contain zeros, so that no collective
    is needed."""
    whole = {}  # by the id of the replaced DTensor; several modules may share a DTensor
    with contextlib.ExitStack() as stack:
        for part in module.modules() if sharded_parts(module) else ():
            stack.enter_context(_unwrapped(part))
            stack.enter_context(_with_whole_parameters(part, whole))
        yield {id(parameter): of.detach().to_local() for parameter, of in whole.values()}


@contextlib.contextmanager
def _unwrapped(module):
    kind = type(module)
    before = {name: module.__dict__[name] for name in (*_HOOKS, _MARK) if name in module.__dict__}
    for name in _HOOKS:
        own = {key: hook for key, hook in before[name].items() if not _is_of_fsdp(hook)}
        module.__dict__[name] = type(before[name])(own)
    module.__dict__.pop(_MARK, None)
    module.__class__ = own_class(module)
    try:
        yield
    finally:
        module.__class__ = kind
        module.__dict__.update(before)


def _is_of_fsdp(hook):
    return (getattr(hook, "__module__", None) or "").startswith("torch.distributed.fsdp")


@contextlib.contextmanager
def _with_whole_parameters(module, whole):
    before = dict(module._parameters)
    for name, parameter in before.items():
        if isinstance(parameter, torch.distributed.tensor.DTensor):
            if id(parameter) not in whole:
                whole[id(parameter)] = (_whole(parameter), parameter)
            module._parameters[name], _ = whole[id(parameter)]
    try:
        yield
    finally:
        module._parameters.update(before)


def _whole(parameter):
    """Returns the whole parameter as a single zero that is expanded to the full shape. A rank may
    not have the memory for all whole parameters."""
    zero = parameter.detach().to_local().new_zeros(())
    return torch.nn.Parameter(zero.expand(parameter.shape), parameter.requires_grad)
