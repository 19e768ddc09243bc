"""Writes the script, which consists of a docstring, imports, constants and the program."""

import ast
import pathlib
import sys
import textwrap

from gridlock_minimizer.export import linking, specialization
from gridlock_minimizer.export.linking import CELL, DEVICE
from gridlock_minimizer.export.modules import CASE_FILE, CHECKS, LAUNCHER, Modules
from gridlock_minimizer.export.request import CONTROL, SIZE
from gridlock_minimizer.syntax import tidy
from gridlock_minimizer.syntax.layout import layout
from gridlock_minimizer.syntax.tree import names, nodes, substitute

_LAUNCHER = pathlib.Path(__file__).parents[1] / "launcher"
_DEVICES = {
    "cpu": 'DEVICE = torch.device("cpu")',
    "cuda": 'DEVICE = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0)))',
}
_CELL_CLASS = '''
class Cell(dict):
    """The cell's values, as its case reads them."""

    __hash__ = object.__hash__

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(f"the cell has no axis {name!r}")
'''


def script_of(request):
    """Returns the text of the script. Raises ExportError."""
    modules = Modules(request.package, request.cell["case_dir"])
    modules.add(CASE_FILE, modules.case_dir / "case.py")
    modules.add(CHECKS, _LAUNCHER / "checks.py")
    modules.add(LAUNCHER, _LAUNCHER / "cell.py")
    program, known = linking.link(modules, map(request.name_of, request.differing))
    facts = (known, request.constants(), request.device, request.script())
    specialization.specialize(program, facts, request.sides())
    program.imports += [(s, "torch") for m in request.config_modules() for s in _import(m)]
    program.body = ast.parse("\n".join(request.settings())).body + program.body
    constants = _constants(program, request)
    program.body = [tidy.shorten_names(s) for s in program.body]
    return layout(_docstring(request) + _imports(program, constants) + constants + program.body)


def _docstring(request):
    lines = [request.values["id"], ""]
    if request.verdict:
        lines[1:] = ["", *textwrap.wrap(f"{request.verdict}: {request.sentence}", 96), ""]
    if request.growing:
        lines += ["python FILE compiles the cell with two sizes. One process simulates all ranks."]
    else:
        lines += ["python FILE starts the ranks itself; torchrun FILE works as well."]
    lines += ["Exit code 0: the bug does not show. Exit code 1: it shows."]
    return [ast.Expr(ast.Constant("\n".join(lines)))]


def _constants(program, request):
    """Returns the assignments of the script's constants: the constants of request.sides(), CELL if
    the program uses the cell itself and not only single values of it, and DEVICE if used."""
    used = set(names(program.body))
    text = [
        f"{name} = {ast.unparse(value)}"
        for name, value in request.sides().items()
        if name in (CONTROL, SIZE) or name in used or CELL in used
    ]
    if CELL in used:
        values = {k: v for k, v in request.values.items() if k != "case_dir"}
        known = request.constants()
        pairs = [
            f"{k}={ast.unparse(known[k]) if isinstance(known[k], ast.AST) else repr(v)}"
            for k, v in values.items()
        ]
        text.append(f"{_CELL_CLASS}\nCELL = Cell({', '.join(pairs)})")
    if DEVICE in used:
        text.append(_DEVICES[request.device])
    table = {CELL: ast.Name("CELL", ast.Load()), DEVICE: ast.Name("DEVICE", ast.Load())}
    program.body = substitute(table, program.body)
    return ast.parse("\n".join(text)).body


def _imports(program, constants):
    """Orders imports: the standard library first, then other packages. Leaves out imports that are
    not needed (_is_needed())."""
    everything = program.body + constants
    used = set(names(everything)) | program.effects
    dotted = {ast.unparse(n) for n in nodes(everything, ast.Attribute)}
    plain, members = set(), {}
    for statement, alias in program.imports:
        if alias not in used or not _is_needed(statement, dotted):
            continue
        if isinstance(statement, ast.Import):
            plain.add(ast.unparse(statement))
        else:
            members.setdefault(statement.module, set()).add(ast.unparse(statement.names[0]))
    lines = [*plain, *(f"from {m} import {', '.join(sorted(a))}" for m, a in members.items())]
    return ast.parse("\n".join(sorted(lines, key=_place))).body


def _import(module):
    return ast.parse(f"import {module}").body


def _is_needed(statement, dotted):
    """Returns whether the import is needed: `import a.b` without an alias is needed if a.b is
    mentioned."""
    module = statement.names[0].name
    if isinstance(statement, ast.ImportFrom) or statement.names[0].asname or "." not in module:
        return True
    return any(d == module or d.startswith(module + ".") for d in dotted)


def _place(line):
    module = line.split()[1].split(".")[0]
    return (module not in sys.stdlib_module_names, line.startswith("from"), line)
