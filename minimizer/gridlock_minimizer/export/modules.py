"""Finds the modules of a cell: its case, the modules beside the case, and the harness's own
modules."""

import ast
import pathlib
import re

from gridlock_minimizer.syntax.tree import IMPORTS


class ExportError(Exception):
    """Raised if the cell cannot be written as a script. The message states the reason."""


CASE_FILE = "case"  # name of the module in case.py
CHECKS = "gridlock_minimizer.launcher.checks"
LAUNCHER = "gridlock_minimizer.launcher.cell"
DENSE = "dense_case"  # name of the module that planting.dense() returns
# Modules of the harness that are never written into a script.
_LEFT_BEHIND = ("gridlock.probe", "gridlock.start", "gridlock.case", "gridlock.cell")
# Attributes of `gridlock` that a case may use (gridlock/__init__.py), with their modules.
PACKAGE = {
    "attention": ("gridlock.train.context_parallel", "attention"),
    "positions": ("gridlock.train.context_parallel", "positions"),
}


class Modules:
    """Finds modules by name and parses them. `order` lists each module after the modules that it
    imports."""

    def __init__(self, package, case_dir):
        self.package, self.case_dir = pathlib.Path(package), pathlib.Path(case_dir)
        self.trees, self.order = {}, []

    def add(self, name, path):
        """Adds a module and all modules of the project that it imports."""
        if name in self.trees:
            return
        try:
            tree = ast.parse(path.read_text(), filename=str(path))
        except (OSError, SyntaxError) as error:
            raise ExportError(f"{path} cannot be read: {error}") from error
        _put_stand_ins(tree, _STAND_INS.get(name, {}))
        self.trees[name] = tree
        _refuse_file_paths(name, tree, path)
        for statement in ast.walk(tree):
            if isinstance(statement, IMPORTS):
                for imported in self.imported(statement):
                    path = self.find(imported)
                    if path is not None:
                        self.add(imported, path)
        self.order.append(name)

    def imported(self, statement):
        """Returns the names of the project's modules that an import may refer to."""
        if isinstance(statement, ast.Import):
            return [a.name for a in statement.names]
        whole = statement.module or ""
        return [whole, *(f"{whole}.{a.name}" for a in statement.names)]

    def find(self, name):
        """Returns the module's file; None if the module is not part of the project."""
        if name == "gridlock":
            self._add_package()
        is_name = re.fullmatch(r"\w+(\.\w+)*", name)
        if name == "gridlock" or not is_name or self.is_left_behind(name):
            return None
        if name == DENSE:
            return self.package.parents[1] / "cases" / "dense" / "case.py"
        root = self.package if name.startswith("gridlock.") else self.case_dir
        path = root.joinpath(*name.split("."))
        for candidate in (path.with_suffix(".py"), path / "__init__.py"):
            if candidate.is_file():
                return candidate
        return None

    def _add_package(self):
        for module, _ in PACKAGE.values():
            self.add(module, self.find(module))

    @staticmethod
    def is_left_behind(name):
        return any(name == p or name.startswith(p + ".") for p in _LEFT_BEHIND)

    @staticmethod
    def is_harness(name):
        return name.startswith(("gridlock.", "gridlock_minimizer."))


# Functions of the harness that get another body in a script. The cell has already passed the checks
# that some of them make, and the script imports the module that planting.dense() loads at run time.
_STAND_INS = {
    "gridlock.train.zigzag": {"check": "pass"},
    "gridlock.train.training": {"check_gradients": "pass", "check_rows": "pass"},
    "gridlock.planting": {"dense": f"import {DENSE}\nreturn {DENSE}"},
}


def _put_stand_ins(tree, bodies):
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and statement.name in bodies:
            statement.body = ast.parse(bodies[statement.name]).body


def _refuse_file_paths(name, tree, path):
    uses_path = any(isinstance(n, ast.Name) and n.id == "__file__" for n in ast.walk(tree))
    if uses_path and not Modules.is_harness(name):
        raise ExportError(f"{path} uses __file__: a script has no files beside it")
