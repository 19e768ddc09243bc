"""Rewrites a graph of torch calls, as Dynamo captures it, as a graph of ATen operators."""

import operator

import torch
from torch._guards import detect_fake_mode
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx

# Operators that are removed if nothing reads their result. Autograd adds detach, and a call with
# several results adds a getitem for each of them, even for an unused one.
_GOES_UNREAD = (torch.ops.aten.detach.default, operator.getitem)


def in_aten(graph, module, inputs):
    """Returns a module with the graph in ATen operators and with the tensors that the graph reads.

    Tensors read from `module` keep their names. `inputs` are the graph's arguments as fake tensors.
    The graph does not contain the operators of the backward, because autograd creates those. Raises
    if a part of the graph turns autograd off, because ATen operators cannot express that.
    """
    if any(n.target is torch._C._set_grad_enabled for n in graph.nodes):
        raise ValueError("the graph turns autograd off")
    names = list(dict.fromkeys(n.target for n in graph.nodes if n.op == "get_attr"))
    tensors = [getattr(module, name) for name in names]
    mode = detect_fake_mode(inputs) or FakeTensorMode()
    fakes = [mode.from_tensor(t, static_shapes=True) for t in tensors]

    def run(*values):
        read = dict(zip(names, values[len(inputs) :]))
        return _Interpreter(graph, read).run(*values[: len(inputs)])

    with mode:
        new = make_fx(run, _allow_non_fake_inputs=True)(*inputs, *fakes)
    _drop_unread(new.graph)
    placeholders = new.graph.find_nodes(op="placeholder")
    for node, name, tensor in zip(placeholders[len(inputs) :], names, tensors):
        setattr(new, name, tensor)
        _read_instead(new.graph, node, name)
    return new


class _Interpreter(torch.fx.Interpreter):
    """Interprets a graph. `read` maps the names of the module's tensors to the values that replace
    them."""

    def __init__(self, graph, read):
        super().__init__(torch.nn.Module(), graph=graph)
        self.read = read

    def get_attr(self, target, args, kwargs):
        return self.read[target]


def _drop_unread(graph):
    for node in reversed(graph.nodes):
        if node.target in _GOES_UNREAD and not node.users:
            graph.erase_node(node)


def _read_instead(graph, placeholder, name):
    with graph.inserting_before(placeholder):
        read = graph.create_node("get_attr", name)
    read.meta = placeholder.meta
    placeholder.replace_all_uses_with(read)
    graph.erase_node(placeholder)
