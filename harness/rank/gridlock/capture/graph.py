"""Captures one call of a module with Dynamo, and writes the graph as JSON. Readers of the JSON need
no torch."""

import inspect
import re
import sys

import torch
import torch._dynamo  # before the hooks: at its import, torch._dynamo saves the methods of Module
import torch.utils._pytree as pytree
from gridlock.capture.aten import in_aten
from gridlock.capture.containers import containers, with_siblings
from gridlock.capture.sharded import changes_dtypes, sharded_parts, unsharded
from gridlock.capture.split import split
from gridlock.capture.values import maker, shape


def captured(module, arguments, options):
    """Returns {path: graph}: one graph for the module, whose path is "", and one for each part of
    the module that fully_shard() shards separately. A graph is

        {"code": "def forward(self, arg0): …", "inputs": [[name, path in the forward's arguments]],
         "parameters": ["x", …] of forward, "attributes": {name: expression},
         "shapes": {value: "f32[2]"}, "names": {name in the code: its meaning},
         "result": template with "@0" for its first tensor}

    A graph that calls parts of the module also has the paths of these parts in the module:

        {"modules": {path: None}, "containers": {path of a module around the parts: class}}

    A graph that calls no parts also has the fields that differ in ATen operators, unless ATen
    operators cannot express the graph:

        {"aten": {"code": …, "inputs": …, "attributes": …, "shapes": …, "names": …}}

    Raises if Dynamo does not capture one whole graph.
    """
    names, leaves = _parameters(module, arguments, options)
    with unsharded(module) as values:
        exported = torch._dynamo.export(module, aten_graph=False, assume_static_by_default=True)
        graph_module = exported(*arguments, **options).graph_module
    graph = graph_module.graph
    if any(True for child in graph_module.children()):
        raise ValueError("its graph contains other graphs")
    template = _template(graph._codegen.pytree_info.out_spec, iter(range(1 << 30)))
    for node in graph.nodes:
        if node.target is torch._C._log_api_usage_once and not node.users:
            graph.erase_node(node)
    graphs = _Graphs(module, graph_module, values)
    graphs.add("", graph, names, leaves, template)
    return graphs.found


class _Graphs:
    def __init__(self, module, graph_module, values):
        self.module, self.graph_module, self.values = module, graph_module, values
        self.parts = with_siblings(module, sharded_parts(module))
        self.has_shapes = not changes_dtypes(module)
        self.found = {}

    def add(self, path, graph, names, leaves, template):
        prefix = path + "." if path else ""
        inside = {part: part[len(prefix) :] for part in self.parts if part.startswith(prefix)}
        graph, parts = split(graph, inside)
        found = {"parameters": names, "result": template}
        found |= self._one(graph, self.graph_module, prefix, leaves)
        if parts:
            around = containers(self.module.get_submodule(path), parts)
            found |= {"modules": dict.fromkeys(parts), "containers": around}
        elif not self.parts:
            found |= self._in_aten(graph, prefix, leaves)
        self.found[path] = found
        for name, part in parts.items():
            self.add(prefix + name, part.graph, part.parameters, part.parameters, part.template)

    def _in_aten(self, graph, prefix, leaves):
        try:
            inputs = [_value(n) for n in graph.find_nodes(op="placeholder")]
            module = in_aten(graph, self.graph_module, inputs)
            return {"aten": self._one(module.graph, module, prefix, leaves)}
        except Exception as error:  # then only the graph of torch calls is written
            print(f"gridlock: no ATen graph: {error}", file=sys.stderr)
            return {}

    def _one(self, graph, module, prefix, leaves):
        """Returns what the record says about one graph. `module` contains the tensors that the
        graph reads."""
        code = graph.python_code("self")
        placeholders = graph.find_nodes(op="placeholder")
        shapes = {n.name: shape(_value(n)) for n in graph.nodes if _is_tensor(_value(n))}
        return {
            "code": _short(_with_public_names(code.src), prefix),
            "inputs": [[str(n.target), leaf] for n, leaf in zip(placeholders, leaves, strict=True)],
            "attributes": self._attributes(graph, module, prefix),
            "shapes": shapes if self.has_shapes else {},
            "names": {name: _what(value) for name, value in code.globals.items()},
        }

    def _attributes(self, graph, module, prefix):
        found = {}
        for name in dict.fromkeys(n.target for n in graph.nodes if n.op == "get_attr"):
            tensor = getattr(module, name)
            found[_short(name, prefix)] = maker(tensor, self.values.get(id(tensor)))
        return found


def _short(text, prefix):
    """Removes the path of the graph's module from the names in the text."""
    return re.sub(rf"\bL__(self|fn)___({prefix.replace('.', '_')})?", "", text)


def _parameters(module, arguments, options):
    """Returns the names of the forward's parameters, and for each leaf of the arguments an
    expression that reads the leaf."""
    signature = list(inspect.signature(module.forward).parameters.values())
    by_position = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    positional = [p.name for p in signature if p.kind in by_position]
    if len(arguments) > len(positional):
        raise ValueError("it takes any number of arguments")
    names = positional[: len(arguments)] + list(options)
    leaves, _ = pytree.tree_flatten_with_path((arguments, options))
    paths = []
    for (side, which, *rest), _ in leaves:
        name = positional[which.idx] if side.idx == 0 else which.key
        paths.append(name + pytree.keystr(tuple(rest)))
    return names, paths


def _template(spec, numbers):
    """Returns the template of a result. A tuple becomes {"tuple": […]}, and a record becomes
    {"record": name, "fields": {…}}."""
    if spec.is_leaf():
        return f"@{next(numbers)}"
    parts = [_template(child, numbers) for child in spec.children()]
    if spec.type in (tuple, list):
        return {spec.type.__name__: parts}
    if not (isinstance(spec.context, list) and len(spec.context) == len(parts)):
        raise ValueError(f"it returns a {spec.type}")
    if spec.type is dict:
        return {"dict": dict(zip(spec.context, parts))}
    return {"record": spec.type.__name__, "fields": dict(zip(spec.context, parts))}


def _value(node):
    return node.meta.get("val", node.meta.get("example_value"))


def _is_tensor(value):
    return isinstance(value, torch.Tensor)


def _with_public_names(code):
    """Replaces functions of torch._C._nn by public functions, such as
    torch.nn.functional.linear."""
    functions = torch.nn.functional

    def public(match):
        known = hasattr(functions, match[1])
        return f"torch.nn.functional.{match[1]}" if known else match[0]

    return re.sub(r"torch\._C\._nn\.(\w+)", public, code)


def _what(value):
    """Returns the expression for a global that the code reads, or "" if a script cannot express
    it."""
    if isinstance(value, float):
        return f'float("{value}")'
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", "")
    module = getattr(value, "__module__", "")
    if inspect.ismodule(value):
        module, name = "", value.__name__
    whole = f"{module}.{name}" if module else name
    return whole if whole.split(".")[0] in ("torch", "operator", "_operator", "math") else ""
