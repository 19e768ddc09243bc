"""The graph that Dynamo captures for one call of a module, as JSON: who reads it needs no torch."""

import inspect
import re

import torch
import torch._dynamo  # before the hooks: it keeps the methods that it finds
import torch.utils._pytree as pytree

_WORDS = {
    "float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "int64": "i64",
    "int32": "i32", "int16": "i16", "int8": "i8", "uint8": "u8", "bool": "b8",
}  # fmt: skip
_PREFIX = re.compile(r"\bL__(self|fn)___")
_LITERAL = 16  # elements of a buffer that is written out


def captured(module, arguments, options):
    """
    {"code": "def forward(self, arg0): …", "inputs": [[name, path in the forward's arguments]],
     "parameters": ["x", …] of forward, "attributes": {name: expression}, "shapes": {value: "f32[2]"},
     "result": template with "@0" for its first tensor, "names": {name in the code: its meaning}}
    Raises where Dynamo does not capture one whole graph.
    """
    names, leaves = _parameters(module, arguments, options)
    exported = torch._dynamo.export(module, aten_graph=False, assume_static_by_default=True)
    graph_module = exported(*arguments, **options).graph_module
    graph = graph_module.graph
    if any(True for child in graph_module.children()):
        raise ValueError("its graph has graphs in it")
    result = _template(graph._codegen.pytree_info.out_spec, iter(range(1 << 30)))
    for node in graph.nodes:
        if node.target is torch._C._log_api_usage_once and not node.users:
            graph.erase_node(node)
    placeholders = [n for n in graph.nodes if n.op == "placeholder"]
    graph.set_codegen(torch.fx.graph.CodeGen())
    code = graph.python_code("self")
    return {
        "code": _short(_with_public_names(code.src)),
        "parameters": names,
        "inputs": [[str(n.target), path] for n, path in zip(placeholders, leaves, strict=True)],
        "attributes": {_short(n): _maker(graph_module, n) for n in _attributes(graph)},
        "shapes": {n.name: _shape(_value(n)) for n in graph.nodes if _is_tensor(_value(n))},
        "result": result,
        "names": {name: _what(value) for name, value in code.globals.items()},
    }


def _parameters(module, arguments, options):
    """The names of what is given, and how each of its leaves is said."""
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
    """Tuples are {"tuple": […]}, records {"record": name, "fields": {…}}."""
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


def _attributes(graph):
    return list(dict.fromkeys(n.target for n in graph.nodes if n.op == "get_attr"))


def _short(text):
    return _PREFIX.sub("", text)


def _maker(graph_module, name):
    """An expression that makes a tensor like it."""
    tensor = getattr(graph_module, name)
    is_parameter = isinstance(tensor, torch.nn.Parameter)
    made = _like(tensor.detach(), 0 if is_parameter else _LITERAL)
    if not is_parameter:
        return f"torch.nn.Buffer({made})"
    return f"torch.nn.Parameter({made}{'' if tensor.requires_grad else ', requires_grad=False'})"


def _like(tensor, longest_literal):
    dtype = "" if tensor.dtype == torch.float32 else f", dtype={tensor.dtype}"
    shape = ", ".join(map(str, tensor.shape)) or "()"
    if tensor.numel() > 0 and bool((tensor == tensor.flatten()[0]).all()):
        first = tensor.flatten()[0].item()
        if first in (0, 1):
            return f"torch.{'ones' if first else 'zeros'}({shape}{dtype})"
    if tensor.numel() <= longest_literal:
        return f"torch.tensor({tensor.tolist()}{dtype})"
    if tensor.dtype.is_floating_point:
        scale = float(tensor.double().std(correction=0))
        return f"torch.randn({shape}{dtype})" + (f" * {scale:.1g}" if 0 < scale < 0.5 else "")
    if tensor.dtype == torch.bool:
        return f"torch.rand({shape}) < 0.5"
    return f"torch.randint({int(tensor.min())}, {int(tensor.max()) + 1}, ({shape},){dtype})"


def _value(node):
    return node.meta.get("val", node.meta.get("example_value"))


def _is_tensor(value):
    return isinstance(value, torch.Tensor)


def _shape(tensor):
    dtype = str(tensor.dtype).removeprefix("torch.")
    return f"{_WORDS.get(dtype, dtype)}[{', '.join(str(s) for s in tensor.shape)}]"


def _with_public_names(code):
    """torch.nn.functional.linear for torch._C._nn.linear."""
    functions = torch.nn.functional

    def public(match):
        known = hasattr(functions, match[1])
        return f"torch.nn.functional.{match[1]}" if known else match[0]

    return re.sub(r"torch\._C\._nn\.(\w+)", public, code)


def _what(value):
    """What a global of the code stands for; "" where a script could not say it."""
    if isinstance(value, float):
        return f'float("{value}")'
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", "")
    module = getattr(value, "__module__", "")
    if inspect.ismodule(value):
        module, name = "", value.__name__
    whole = f"{module}.{name}" if module else name
    return whole if whole.split(".")[0] in ("torch", "operator", "_operator", "math") else ""
