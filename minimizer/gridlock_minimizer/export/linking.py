"""Links several modules into one: renames names that collide, and resolves imports between the
modules.

A name that begins with "@" stands for a module, for the cell or for its device. The specialization
resolves the attributes of such a name. External imports move to the top of the script. Imports of
linked modules are removed. If an imported name has another meaning elsewhere in the module, the
import becomes an assignment.
"""

import ast
import builtins

from gridlock_minimizer.export import imports
from gridlock_minimizer.export.imports import alias_of, is_dotted
from gridlock_minimizer.export.modules import CASE_FILE, LAUNCHER, PACKAGE, ExportError, Modules
from gridlock_minimizer.syntax.program import Program
from gridlock_minimizer.syntax.scopes import class_names, distinct_names, fresh
from gridlock_minimizer.syntax.tree import (
    DEFINITIONS,
    FUNCTIONS,
    IMPORTS,
    defined_by,
    is_docstring,
    names,
    nodes,
    parameters,
)

CELL, DEVICE, CASE = "@cell", "@device", "@case"
RESERVED = {"CELL", "CONTROL", "DEVICE", "Cell"}


def link(modules, reserved=()):
    """Returns the program, and {"@module": {attribute: name in the program}}. The program uses no
    name in `reserved`."""
    return _Linker(modules, reserved).program()


class _Linker:
    def __init__(self, modules, reserved):
        self.modules, self.reserved = modules, RESERVED | set(reserved)
        self.globals = {}  # module: {its name: name in the program}
        self.imports = []  # (statement, alias)
        self.effects = []  # imports that no code mentions, kept for their effects
        self.own = {m: self._defined(m) for m in modules.order}
        self.contested = {
            m: imports.contested(tree, self.own[m]) for m, tree in modules.trees.items()
        }
        for module, tree in modules.trees.items():
            bound = {alias_of(a) for s in imports.at_top(tree) for a in s.names}
            self.own[module] += sorted((bound & self.contested[module]) - {*self.own[module]})
        self.meant = {}  # {(import, its alias): its meaning}, for imports that become assignments
        self.fixed = self._names_that_stay()

    def program(self):
        taken = self.reserved | set(dir(builtins)) | self.fixed
        for module in self._by_precedence():
            table = self.globals[module] = {}
            for name in self.own[module]:
                table[name] = self._new_name(name, module, taken)
                taken.add(table[name])
        for module in self.modules.order:
            self._bind_imports(module, taken)
        reserved = taken - set(dir(builtins)) - self.fixed
        body, kept = [], set()
        for module in self.modules.order:
            statements = self._body(module, reserved)
            body += statements
            if module == LAUNCHER or not Modules.is_harness(module):
                kept |= {n for s in statements for n in defined_by(s)}
        known = {f"@{m}": self.globals[m] for m in self.modules.order}
        known["@gridlock"] = {"cell": CELL} | {
            name: self.globals[module][old]
            for name, (module, old) in PACKAGE.items()
            if module in self.globals
        }
        return Program(body, self.imports, kept, self.effects), known

    def _by_precedence(self):
        """Orders modules by precedence. If a name of the case collides with a name of the harness,
        the case keeps the name."""
        return sorted(self.modules.order, key=lambda m: (Modules.is_harness(m), m != CASE_FILE))

    def _defined(self, module):
        tree = self.modules.trees[module]
        found = [n for s in tree.body for n in sorted(imports.bound_otherwise(s))]
        found += [n for g in nodes(tree, ast.Global) for n in g.names]
        return list(dict.fromkeys(found))

    def _names_that_stay(self):
        """Returns the names that cannot be changed: attributes that bodies of classes read, and
        parameters that calls pass by name."""
        trees = list(self.modules.trees.values())
        stay = {n for c in nodes(trees, ast.ClassDef) for n in class_names(c) & read_in_body(c)}
        keywords = {k.arg for k in nodes(trees, ast.keyword) if k.arg}
        params = {p.arg for f in nodes(trees, FUNCTIONS) for p in parameters(f)}
        return stay | (keywords & params)

    def _new_name(self, name, module, taken):
        wanted = name
        if Modules.is_harness(module):
            wanted = name.lstrip("_")
        if wanted not in taken:
            return wanted
        longer = f"{module.rpartition('.')[2]}_{name.lstrip('_')}"
        return longer if longer not in taken else fresh(longer, taken)

    def _bind_imports(self, module, taken):
        table, tree = self.globals[module], self.modules.trees[module]
        mentioned, top = set(names(tree)), imports.at_top(tree)
        for statement in nodes(tree, IMPORTS):
            for a in statement.names:
                alias, target = alias_of(a), self._target(statement, a)
                is_contested = alias in self.contested[module]
                if is_contested and not target and is_dotted(a):
                    raise ExportError(f"both 'import {a.name}' and other code bind '{alias}'")
                if is_contested and not target and statement in top:
                    self.meant[statement, a] = None  # the import is kept
                    continue
                target = target or self._external(statement, a, taken)
                if is_contested:
                    self.meant[statement, a] = target
                else:
                    table[alias] = target
                if alias not in mentioned and not Modules.is_harness(module):
                    self.effects.append(target)

    def _target(self, statement, a):
        """Returns what an import of a linked module refers to; None for other imports."""
        if isinstance(statement, ast.Import):
            if a.name in ("gridlock", "script"):
                return f"@{a.name}"
            known = a.name in self.globals and (a.asname or "." not in a.name)
            return f"@{a.name}" if known else None
        whole = f"{statement.module}.{a.name}"
        if statement.module == "gridlock" and a.name == "cell":
            return CELL
        if statement.module == "gridlock" and a.name in PACKAGE:
            module, name = PACKAGE[a.name]
            return self.globals[module][name]
        if whole in self.globals or Modules.is_left_behind(whole):
            return f"@{whole}"
        if statement.module in self.globals:
            if a.name == "*":
                raise ExportError(f"'from {statement.module} import *' hides its names")
            return self.globals[statement.module][a.name]
        return None

    def _external(self, statement, a, taken):
        alias = alias_of(a)
        single = imports.single(statement, a)
        text = ast.unparse(single)
        for known, name in self.imports:
            if ast.unparse(known) == text or known_as(known, alias, text):
                if ast.unparse(known) != text:
                    self.imports.append((single, name))
                return name
        new = alias if alias not in taken else fresh(alias, taken)
        if new != alias:
            single.names = [ast.alias(a.name, new)]
        taken.add(new)
        self.imports.append((single, new))
        return new

    def _body(self, module, reserved):
        tree = imports.Replaced(self.meant).visit(self.modules.trees[module])
        body = [s for s in tree.body if not is_docstring(s)]
        shadowed = [n for n in self.own[module] if hasattr(builtins, n)]
        before = [imports.assignment(n, n) for n in shadowed if imports.reads_builtin(body, n)]
        renamed = distinct_names(ast.Module(before + body, []), self.globals[module], reserved)
        return imports.Meant().visit(renamed).body


def known_as(known, alias, text):
    """Returns whether the import binds the same name as `known`, as `import torch` and `import
    torch._dynamo` do."""
    return (
        isinstance(known, ast.Import)
        and text.startswith("import ")
        and " as " not in text
        and known.names[0].asname is None
        and known.names[0].name.split(".")[0] == alias
    )


def read_in_body(node):
    """Returns the names that the body of a class reads outside of its methods."""
    statements = [s for s in node.body if not isinstance(s, DEFINITIONS)]
    return set(names(statements, ast.Load))
