"""Finds the units of a script. A unit is a library module that an expression of the script creates
and that the script calls. A unit's graph is written to a folder immediately before the unit's first
call, because that call may fail.

torch.compile does nothing in a run that captures, because the compiler would trace into the hooks.
If Dynamo does not capture a module's forward as one graph, the record keeps the forward as Python
code (frames.py). The parts of the module are then captured when the forward calls them. A module
that no script can express gets no record. The modules that it calls become units if the script
creates them.
"""

import ast
import itertools
import json
import os
import sys
import sysconfig
import traceback

from gridlock.capture import frames, graph
from gridlock.capture.sharded import own_class

FOLDER = "GRIDLOCK_CAPTURE"  # the folder where each rank writes its units: rank0.0.json

_LIBRARIES = tuple(
    os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib")
)
_MADE = "_gridlock_made_by"


def install(torch):
    """Installs the hooks of torch.nn.Module that capture units. `torch` is the loaded module. The
    path of the script is sys.argv[0]."""
    units = _Units(torch, os.environ[FOLDER], os.path.realpath(sys.argv[0]))
    module = torch.nn.Module
    torch.compile = _uncompiled
    module.compile = lambda self, *arguments, **options: None
    units.look_on()


def _uncompiled(model=None, **options):
    return (lambda function: function) if model is None else model


class _Units:
    def __init__(self, torch, folder, script):
        self.torch, self.folder, self.script = torch, folder, script
        self.seen = set()  # ids of modules to capture no more; valid as long as the script runs
        self.parts = {}  # id of an uncaptured part: its unit's expression, its path in the unit
        self.numbers = itertools.count()
        self.expressions = {}  # text of each expression, by its position in the script
        module = torch.nn.Module
        self.plain = {name: getattr(module, name) for name in ("__init__", "__call__")}
        self.package = os.path.dirname(os.path.realpath(torch.__file__)) + os.sep

    def look_on(self):
        init, call = self.plain["__init__"], self.plain["__call__"]

        def noting_init(module, *arguments, **options):
            init(module, *arguments, **options)
            if self._is_of_library(type(module)):
                object.__setattr__(module, _MADE, self._expression())

        def capturing_call(module, *arguments, **options):
            is_new = module.__dict__.get(_MADE) and id(module) not in self.seen
            if is_new or id(module) in self.parts:
                self.seen.add(id(module))
                self._capture(module, arguments, options)
            return call(module, *arguments, **options)

        self._put({"__init__": noting_init, "__call__": capturing_call})

    def _put(self, methods):
        for name, method in methods.items():
            setattr(self.torch.nn.Module, name, method)

    def _capture(self, module, arguments, options):
        made_by, path = self.parts.pop(id(module), (module.__dict__.get(_MADE), ""))
        # If one expression creates several modules, the first one that is called is the unit. The
        # others are parts of it if they lie inside it.
        self.seen |= {id(m) for m in module.modules() if m.__dict__.get(_MADE) == made_by}
        self._put(self.plain)  # Dynamo would trace into the hooks
        try:
            found = graph.captured(module, arguments, options)
        except Exception as error:
            self._keep(module, made_by, path, error)
            return
        finally:
            self.look_on()
        for part in module.modules():
            self.seen.add(id(part))
            self.parts.pop(id(part), None)
        self._write(module, made_by, path, found)

    def _keep(self, module, made_by, path, error):
        name = own_class(module).__name__
        if path:  # a part; the frame of its unit, if the unit has one, is already written
            print(f"gridlock: {name} is not captured: {error}", file=sys.stderr)
            return
        try:
            found = frames.frames(module)
        except Exception as second:
            print(f"gridlock: {name} is left out: {error}; {second}", file=sys.stderr)
            return
        print(f"gridlock: {name} stays Python: {error}", file=sys.stderr)
        for around, frame in found.items():
            for name, expression in frame["modules"].items():
                if expression is None:
                    inner = f"{around}.{name}".lstrip(".")
                    self.parts[id(module.get_submodule(inner))] = (made_by, inner)
        self._write(module, made_by, path, found)

    def _write(self, module, made_by, path, found):
        """Writes the records of a module and of the module's parts."""
        rank = int(os.environ.get("RANK", 0))
        for name, record in found.items():
            said = {
                "rank": rank,
                "class": own_class(module.get_submodule(name)).__name__,
                "made_by": made_by,
                "path": f"{path}.{name}".strip("."),
            }
            self._write_one({**said, **record})

    def _write_one(self, record):
        name = os.path.join(self.folder, f"rank{record['rank']}.{next(self.numbers)}.json")
        with open(name + ".new", "w") as file:
            json.dump(record, file)
        os.rename(name + ".new", name)

    def _is_of_library(self, kind):
        file = getattr(sys.modules.get(kind.__module__), "__file__", None)
        if not file:
            return False
        path = os.path.realpath(file)
        is_own = path == self.script or path.startswith(self.package)
        return not is_own and (not path.startswith(_LIBRARIES) or "-packages" in path)

    def _expression(self):
        """Returns the call in the script that is now creating a module, as ast.unparse() formats
        it. Returns None if the module is only a part of what the call creates."""
        frame = sys._getframe(2)
        while frame and os.path.realpath(frame.f_code.co_filename) != self.script:
            frame = frame.f_back
        if frame is None:
            return None
        place = _place(frame)
        if place not in self.expressions:
            self.expressions[place] = _call_at(place, self.script)
        return self.expressions[place]


def _place(frame):
    """Returns (line, last line, column, last column) of the frame's current call. On Python 3.10,
    returns only the line."""
    positions = getattr(frame.f_code, "co_positions", None)
    if positions is None:
        return (frame.f_lineno,)
    return next(itertools.islice(positions(), frame.f_lasti // 2, None))


def _call_at(place, script):
    with open(script, encoding="utf-8") as file:
        calls = [n for n in ast.walk(ast.parse(file.read())) if isinstance(n, ast.Call)]
    at = [
        ast.unparse(n)
        for n in calls
        if place == (n.lineno, n.end_lineno, n.col_offset, n.end_col_offset)[: len(place)]
    ]
    return at[0] if len(at) == 1 and not at[0].startswith("super()") else None
