"""Finds the local modules that a user's script imports."""

import ast
import pathlib
from dataclasses import dataclass, field

from gridlock_minimizer.syntax.tree import IMPORTS


class LinkError(Exception):
    """Raised if the script and its modules cannot be combined into one file. The message states the
    reason."""


@dataclass
class Module:
    name: str  # "" for the script itself
    path: pathlib.Path
    tree: ast.Module
    imports: dict = field(
        default_factory=dict
    )  # {import statement: the full name of the local module that it imports from}


class Modules:
    """Finds and parses modules. `order` has each module after the modules that it imports, so the
    script is last."""

    def __init__(self, script):
        self.folder = pathlib.Path(script).resolve().parent
        self.by_name, self.order = {}, []
        self._add("", pathlib.Path(script))

    def _add(self, name, path):
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        except (OSError, SyntaxError, ValueError) as error:
            raise LinkError(f"{path} cannot be read: {error}") from error
        module = self.by_name[name] = Module(name, path, tree)
        for statement in ast.walk(tree):
            if isinstance(statement, IMPORTS):
                self._follow(module, statement)
        self.order.append(module)

    def _follow(self, module, statement):
        for name in self._mentioned(module, statement):
            parts = name.split(".")
            for end in range(1, len(parts) + 1):
                prefix = ".".join(parts[:end])
                path = self.find(prefix)
                if path is None:
                    break
                if prefix not in self.by_name:
                    self._add(prefix, path)

    def _mentioned(self, module, statement):
        if isinstance(statement, ast.Import):
            return [a.name for a in statement.names]
        base = self.base(module, statement)
        return [base, *(f"{base}.{a.name}" if base else a.name for a in statement.names)]

    def base(self, module, statement):
        """Returns the full name of the module that a from-import imports from."""
        if not statement.level:
            return statement.module
        package = module.name.split(".") if module.name else []
        is_package = module.path.name == "__init__.py"
        up = statement.level - (1 if is_package else 0)
        parts = package[: len(package) - up] if up else package
        return ".".join(parts + ([statement.module] if statement.module else []))

    def find(self, name):
        """Returns the file of a local module; None for other modules."""
        if not name or not all(part.isidentifier() for part in name.split(".")):
            return None
        path = self.folder.joinpath(*name.split("."))
        for candidate in (path / "__init__.py", path.with_suffix(".py")):
            if candidate.is_file():
                return candidate
        return None
