"""Writes a unit (captured.Unit) as definitions of modules with their own parameters."""

import ast
import re
import textwrap

from gridlock_minimizer.lowering.body import CannotLower
from gridlock_minimizer.lowering.frame import Frame
from gridlock_minimizer.lowering.graph import Graph
from gridlock_minimizer.lowering.members import member_lines

_SCALE = re.compile(r" \* [\d.e-]+\)")  # the scale in the values of a parameter


def definitions(unit, name):
    """Returns the statements that a script needs for class `name`: imports, values, the classes of
    the parts, and the class itself."""
    classes = _Classes(unit, name)
    classes.add("", name)
    top = [f"{name} = {value}" for name, value in classes.values.items()]
    imports = sorted(classes.imports, key=lambda text: (text.startswith("from"), text))
    return ast.parse("\n".join(imports)).body, ast.parse("\n".join(top + classes.made)).body


class _Classes:
    """Collects classes. Equal parts share one class. Parts are equal even if the scales of their
    parameters differ."""

    def __init__(self, unit, name):
        self.unit, self.name = unit, name
        self.imports, self.values, self.made = {}, {}, []
        self.names = {}  # names of classes, by their text

    def add(self, path, name):
        """Returns the name of a part's class."""
        source = self._source(self.unit.parts[path] if path else self.unit)
        modules = {}
        for part, expression in source.modules.items():
            modules[part] = expression or self._made(f"{path}.{part}".lstrip("."))
        attributes = [f"self.{key} = {value}" for key, value in source.attributes.items()]
        body = _body([*member_lines(modules, source.containers), *attributes], source.methods)
        alike = _SCALE.sub(")", body)
        if alike not in self.names:
            self.names[alike] = self._free(name)
            self._use(source)
            self.made.append(f"class {self.names[alike]}(torch.nn.Module):\n{body}")
        return self.names[alike]

    def _made(self, path):
        if path not in self.unit.parts:
            raise CannotLower(f"{path} is not captured")
        return self.add(path, self.name + self.unit.parts[path].class_name) + "()"

    def _source(self, unit):
        """Returns a Graph if all ranks have a graph; otherwise a Frame."""
        ranks = self.unit.ranks()
        for found, source in ((unit.graphs, Graph), (unit.frames, Frame)):
            if ranks <= found.keys():
                return source(dict(sorted(found.items())))
        raise CannotLower("the ranks did not all capture it in the same form")

    def _free(self, name):
        taken, count = self.names.values(), 1
        while (free := name + (str(count) if count > 1 else "")) in taken:
            count += 1
        return free

    def _use(self, source):
        self.imports |= dict.fromkeys(["import torch", *source.imports])
        for name, value in source.values.items():
            if self.values.setdefault(name, value) != value:
                raise CannotLower(f"{name} has two meanings")


def _body(lines, methods):
    init = "".join(f"    {line}\n" for line in ["super().__init__()", *lines])
    texts = [f"def __init__(self):\n{init}", *map(ast.unparse, methods)]
    return textwrap.indent("\n".join(texts), "    ")
