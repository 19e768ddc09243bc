"""Writes values as Python expressions of a script."""

import ast

import torch


def literal(value):
    """Returns the value as an expression. Raises if no expression exists."""
    text = repr(value)
    if isinstance(value, (torch.dtype, type(None))):
        return text
    if isinstance(value, torch.device):
        return f"torch.{text}"
    if ast.literal_eval(text) == value:
        return text
    raise ValueError(f"it reads a value of type {type(value).__name__}")


def module_expression(module):
    """Returns an expression that creates a module of torch.nn like this module, or None if the
    module's repr does not contain all arguments."""
    if getattr(torch.nn, type(module).__name__, None) is not type(module) or has_hooks(module):
        return None
    text = f"torch.nn.{module!r}"
    try:
        with torch.device("meta"):  # meta tensors have no values
            made = eval(text, {"torch": torch})
    except Exception:
        return None
    return text if _state(made) == _state(module) else None


def has_hooks(module):
    return bool(module._forward_hooks or module._forward_pre_hooks)


def _state(module):
    state = module.state_dict(keep_vars=True)
    return {name: (t.shape, t.dtype, t.requires_grad) for name, t in state.items()}
