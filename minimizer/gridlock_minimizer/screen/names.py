"""Finds names that are bound nowhere. Reads the compiled bytecode, because the compiler decides
which scope a name belongs to."""

import ast
import builtins
import dis
import types
import warnings

from gridlock_minimizer.syntax.tree import walk

_IMPLICIT = set(dir(builtins)) | {
    "__annotations__", "__builtins__", "__cached__", "__doc__", "__file__", "__loader__", "__name__",
    "__package__", "__path__", "__spec__", "__module__", "__qualname__", "__class__", "__firstlineno__",
    "__conditional_annotations__", "__annotate__", "__classdict__", "__type_params__", "WindowsError",
}  # fmt: skip


def refusal(tree):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(tree, "<script>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        return f"does not compile: {error}"
    if are_unknown(tree):
        return ""
    bound, read = set(_IMPLICIT), []
    _collect(code, True, bound, read)
    unbound = [name for name in read if name not in bound]
    return f"unbound name '{unbound[0]}'" if unbound else ""


def are_unknown(tree):
    """Returns whether it is unknown which names are missing: names may be bound in ways that the
    text does not show, or the script may tolerate a missing name."""
    for node in walk(tree):
        if isinstance(node, ast.alias) and node.name == "*":
            return True
        if isinstance(node, ast.Name) and node.id in ("globals", "exec", "vars", "NameError"):
            return True
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.modules":
            return True
    return False


def _collect(code, is_module, bound, read):
    """Adds to `bound` the names that the module binds, and to `read` the names that are read from
    the module, in bytecode order, those of nested code last."""
    here = bound if is_module else set()
    loads = []
    for instruction in dis.get_instructions(code):
        name, what = instruction.argval, instruction.opname
        if what == "STORE_NAME":
            here.add(name)
        elif what == "STORE_GLOBAL":
            bound.add(name)
        elif what in ("LOAD_NAME", "LOAD_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS"):
            loads.append(name)
    read += loads if is_module else [name for name in loads if name not in here]
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _collect(constant, False, bound, read)
