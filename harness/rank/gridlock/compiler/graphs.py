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
# Under torch.compiler.config.compile_on_one_rank, this operation returns the group of a collective.
_GROUP_OF_MESH = "mesh_get_process_group"


def read(text, members):
    """Returns (hash, collectives) of a graph.

    The hash has 16 hexadecimal digits. It excludes comments, strides and device indices, and
    identifies groups by their members, as returned by `members(name)`. A collective is {op, group,
    tensor, arguments}. `tensor` is the result, such as "f32[32, 16]". `arguments` contains the
    arguments that are not tensors, such as "'sum', 4".
    """
    digest, collectives = hashlib.sha256(), []
    groups = {}  # those that variables of the graph hold, in words
    for line in text.splitlines():
        code = _COMMENT.sub("", line).strip()
        if _COLLECTIVE.search(code):
            code = _take(code, groups, members, collectives)
        if code:
            alike = _DEVICE.sub(r"device(type='\1')", _ANNOTATION.sub(r'"\1\2"', code))
            digest.update(alike.encode() + b"\n")
    return digest.hexdigest()[:16], collectives


def _take(code, groups, members, collectives):
    """Adds the collective in this line of code. Returns the line with the group's name replaced by
    its members."""
    statement = _statement(code)
    if statement is None:
        return code
    call = statement.value
    op = ast.unparse(call.func).split(".")[3]  # torch.ops.NAMESPACE.OP, perhaps .OVERLOAD
    if op == _GROUP_OF_MESH and isinstance(statement, ast.Assign):
        mesh, dimension = map(ast.unparse, call.args[:2])
        groups[ast.unparse(statement.targets[0])] = f"dimension {dimension} of mesh {mesh}"
    if op in (_GROUP_OF_MESH, *_NO_CALLS):
        return code
    constants = [value for value in map(_constant, call.args) if value is not None]
    collective = {
        "op": op,
        "group": groups.get(ast.unparse(call.args[-1]), "") if call.args else "",
        "tensor": _tensor(getattr(statement, "annotation", None)),
    }
    if not collective["group"]:
        name = _take_last_text(constants)
        collective["group"] = members(name)
        code = code.replace(repr(name), repr(collective["group"]))
    collectives.append(collective | {"arguments": ", ".join(map(repr, constants))})
    return code


def _statement(code):
    """Returns the statement in this line of code if it is a call, perhaps with an assignment."""
    try:
        statement = ast.parse(code).body[0]
    except SyntaxError:
        return None
    return statement if isinstance(getattr(statement, "value", None), ast.Call) else None


def _take_last_text(constants):
    """Removes the last text from the list and returns it, or ""."""
    texts = [index for index, value in enumerate(constants) if isinstance(value, str)]
    return constants.pop(texts[-1]) if texts else ""


def _constant(argument):
    try:
        return ast.literal_eval(argument)
    except ValueError:  # a tensor or a symbolic size
        return None


def _tensor(annotation):
    match = annotation and _ANNOTATION.fullmatch(f'"{annotation.value}"')
    return match[1] + match[2] if match else ""
