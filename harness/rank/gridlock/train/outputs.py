"""Observes a model's inputs and the outputs of its modules during the forward.

In a compiled region, only the region's output is observed. Hooks inside the region would be
compiled, too, and would change the code that they observe. When activation checkpointing computes a
forward again, the second forward is not observed.
"""

import torch
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import CheckpointWrapper
from torch.utils._pytree import tree_leaves


def watch(model, see_input, see_output):
    """Observes the model from now on. When the model is called, calls see_input() with the first
    argument that is a tensor of two dimensions or more. When a module returns, calls
    see_output(name, output). The name is "model" for the model itself, and for example
    "blocks.0.attention" for a module in it."""
    _attach(model, "model", see_input, _in_forward_alone(see_output))


def _in_forward_alone(see_output):
    def see(name, output):
        if torch._C._current_graph_task_id() == -1:  # no backward is running
            see_output(name, output)

    return see


def _attach(module, name, see_input, see_output):
    """Attaches hooks to the module and to the modules inside it. If a module is compiled, wraps
    only its call."""
    is_model = name == "model"
    if module._compiled_call_impl is not None:
        compiled = module._compiled_call_impl
        module._compiled_call_impl = _around(
            compiled, name, see_input if is_model else None, see_output
        )
        return
    if is_model:
        module.register_forward_pre_hook(
            lambda _, inputs, options: _tell_input(see_input, inputs, options), with_kwargs=True
        )
    if not isinstance(module, CheckpointWrapper):
        module.register_forward_hook(lambda *call: see_output(name, call[-1]))
    for child_name, child in module.named_children():
        child_name = child_name if is_model else f"{name}.{child_name}"
        is_wrapper = isinstance(module, CheckpointWrapper)
        _attach(child, name if is_wrapper else child_name, see_input, see_output)


def _tell_input(see_input, inputs, options):
    for leaf in tree_leaves((inputs, options)):
        if isinstance(leaf, torch.Tensor) and leaf.dim() > 1:
            see_input(leaf)
            return


def _around(compiled, name, see_input, see_output):
    def call(*inputs, **options):
        if see_input:
            _tell_input(see_input, inputs, options)
        output = compiled(*inputs, **options)
        see_output(name, output)
        return output

    return call
