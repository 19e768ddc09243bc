"""Facts about a cell that are known before it runs: its values, its device, the identity of its
modules."""

import ast
import copy

from gridlock_minimizer.export import sizes
from gridlock_minimizer.export.linking import CELL, DEVICE
from gridlock_minimizer.export.modules import ExportError
from gridlock_minimizer.syntax.folding import Folding
from gridlock_minimizer.syntax.tree import name

# Keywords of torch.compile with their default values.
_DEFAULTS = {"fullgraph": False, "mode": None, "options": None}


class Facts(Folding):
    """Folds expressions that depend on the cell's values.

    `cell` is the result of Request.constants(), and `script` is the result of Request.script().
    `modules` maps each "@module" to {attribute: name}.
    """

    def __init__(self, constants, modules, cell, device_type, script):
        super().__init__(constants)
        self.cell, self.device_type = cell, device_type
        self.modules, self.script = modules, script
        self.least_size = min(script["sizes"], default=0)

    def visit_Attribute(self, node):
        node = self.generic_visit(node)
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        if not owner.startswith("@") or not isinstance(node.ctx, ast.Load):
            return node
        if owner == CELL:
            return self._of_cell(node.attr, node)
        if owner == DEVICE:
            return ast.Constant(self.device_type) if node.attr == "type" else node
        if owner == "@script":
            return _expression(self.script[node.attr])
        if node.attr in self.modules.get(owner, ()):
            return name(self.modules[owner][node.attr])
        if f"{owner}.{node.attr}" in self.modules:
            return name(f"{owner}.{node.attr}")
        return node

    def visit_Subscript(self, node):
        node = super().visit_Subscript(node)
        if _is(getattr(node, "value", None), CELL) and isinstance(node.slice, ast.Constant):
            return self._of_cell(node.slice.value, node)
        return node

    def visit_Call(self, node):
        node = super().visit_Call(node)
        if not isinstance(node, ast.Call):
            return node
        function = node.func
        if _is(function, "hasattr") and _is_module(node.args[0]):
            return ast.Constant(node.args[1].value in self.modules[node.args[0].id])
        if isinstance(function, ast.Attribute):
            return self._method(node, function)
        return node

    def _method(self, node, function):
        of_cell = function.attr == "get" and _is(function.value, CELL)
        if of_cell and isinstance(node.args[0], ast.Constant):
            default = node.args[1] if len(node.args) > 1 else ast.Constant(None)
            known = node.args[0].value in self.cell
            return self._of_cell(node.args[0].value, node) if known else default
        to_device = function.attr == "to" and [*map(_id, node.args)] == [DEVICE]
        if to_device and self.device_type == "cpu":
            return function.value  # the value is already on the CPU
        if function.attr == "compile":
            node.keywords = [k for k in node.keywords if not _is_default(k)]
        return node

    def visit_Compare(self, node):
        return sizes.folded(super().visit_Compare(node), self.least_size)

    def visit_BinOp(self, node):
        """Folds dist.get_rank() divided by 1 or by the world size."""
        node = sizes.folded(super().visit_BinOp(node), self.least_size)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
            divisor = self.value(node.right)
            if ast.unparse(node.left) == "dist.get_rank()" and isinstance(divisor, int):
                size = self.cell["world_size"]
                if divisor == 1:
                    return node.left
                if isinstance(size, int) and divisor >= size:
                    return ast.Constant(0)
        return node

    def _of_cell(self, axis, otherwise):
        if axis not in self.cell:
            return otherwise  # an unused branch, or an error at run time
        return _expression(self.cell[axis])


def _expression(value):
    if isinstance(value, ast.AST):
        return copy.deepcopy(value)
    return ast.parse(repr(value), mode="eval").body


def _is(node, identifier):
    return _id(node) == identifier


def _id(node):
    return node.id if isinstance(node, ast.Name) else None


def _is_module(node):
    return isinstance(node, ast.Name) and node.id.startswith("@")


def _is_default(keyword):
    value = keyword.value
    return (
        keyword.arg in _DEFAULTS
        and isinstance(value, ast.Constant)
        and value.value is _DEFAULTS[keyword.arg]
    )


def check_resolved(program):
    """Raises ExportError if the program still uses a module of the project as a value. The program
    may still use the cell and the device as values."""
    for node in (n for s in program.body for n in ast.walk(s) if isinstance(n, ast.Name)):
        if node.id.startswith("@") and node.id not in (CELL, DEVICE):
            raise ExportError(f"it uses the module {node.id[1:]} as a value")
