"""Reads a graph's text from torch's structured trace. Computes a hash that does not depend on the
location of the code, and finds the graph's collectives in order. A collective is a line such as

    all_gather_into_tensor: "f32[32, 16][16, 1]cpu" = torch.ops._c10d_functional.all_gather_into_tensor.default(relu, 4, '0')
"""

import ast
import hashlib
import re

_COLLECTIVE = re.compile(r"torch\.ops\.(_c10d_functional|_c10d_functional_autograd|symm_mem|c10d|_dtensor)\.")
_COMMENT = re.compile(r"\s*#.*")
_ANNOTATION = re.compile(r'"(\w+)(\[[^\]]*\])[^"]*"')  # dtype, sizes; strides and device
_DEVICE = re.compile(r"device\(type='(\w+)', index=\d+\)")  # the index differs between ranks
_NO_CALLS = {"wait_tensor"}


def read(text, members):
    """Returns (hash, collectives) of a graph.

    The hash has 16 hexadecimal digits. It excludes comments, strides and device indices, and
    identifies groups by their members, as returned by `members(name)`. A collective is {op, group,
    tensor, arguments}. `tensor` is the result, such as "f32[32, 16]". `arguments` contains the
    arguments that are not tensors, such as "'sum', 4".
    """
    digest, collectives = hashlib.sha256(), []
    for line in text.splitlines():
        code = _COMMENT.sub("", line).strip()
        if _COLLECTIVE.search(code):
            code = _take(code, members, collectives)
        if code:
            alike = _DEVICE.sub(r"device(type='\1')", _ANNOTATION.sub(r'"\1\2"', code))
            digest.update(alike.encode() + b"\n")
    return digest.hexdigest()[:16], collectives


def _take(code, members, collectives):
    """Adds the collective in this line of code. Returns the line with the group's name replaced by
    its members."""
    call = _call(code)
    if call is None or call["op"] in _NO_CALLS:
        return code
    name = call["group"]
    call["group"] = members(name)
    collectives.append(call)
    return code.replace(repr(name), repr(call["group"]))


def _call(code):
    try:
        statement = ast.parse(code).body[0]
    except SyntaxError:
        return None
    call = getattr(statement, "value", None)
    if not isinstance(call, ast.Call):
        return None
    constants = [value for value in map(_constant, call.args) if value is not None]
    words = [index for index, value in enumerate(constants) if isinstance(value, str)]
    return {
        "op": ast.unparse(call.func).split(".")[3],  # torch.ops.NAMESPACE.OP, perhaps .OVERLOAD
        "group": constants.pop(words[-1]) if words else "",
        "tensor": _tensor(getattr(statement, "annotation", None)),
        "arguments": ", ".join(map(repr, constants)),
    }


def _constant(argument):
    try:
        return ast.literal_eval(argument)
    except ValueError:  # a tensor or a symbolic size
        return None


def _tensor(annotation):
    match = annotation and _ANNOTATION.fullmatch(f'"{annotation.value}"')
    return match[1] + match[2] if match else ""
