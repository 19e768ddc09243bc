"""Writes the launcher of a minimized script: a few lines at the head of the script, with which
`python FILE` starts the ranks through torchrun. `torchrun FILE` works as well."""

import ast
import json
import pathlib
from dataclasses import dataclass

_LIMIT = 60  # seconds
_CHECKS = pathlib.Path(__file__).with_name("checks.py")
_IMPORTED = ("atexit", "faulthandler", "json", "math", "os", "re", "subprocess", "sys")
_FORM = """\
{functions}\
if "RANK" not in os.environ:  # {does}
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    command = [*torchrun, "--nproc-per-node", "{ranks}", *sys.argv{arguments}]
    sys.exit({call})
{at_exit}\
# A rank that hangs prints its stack and exits.
faulthandler.dump_traceback_later(float(os.environ.get("HANG_LIMIT", {limit})), exit=True)

"""


@dataclass
class Mode:
    does: str
    call: str  # expression that starts the ranks; with placeholders for `values`
    functions: tuple = ()  # names in checks.py
    at_exit: str = ""  # one of `functions`; each rank calls it when it ends


MODES = {
    "start": Mode("starts its ranks itself", "subprocess.call(command)"),
    "compare": Mode(
        "runs the script and its control, and compares their numbers",
        "compare(command, {control}, {bounds}, {others})",
        ("output_of", "numbers_of", "compare"),
    ),
    "check finite": Mode(
        "runs the script and checks its numbers",
        "check_finite(command)",
        ("output_of", "numbers_of", "check_finite"),
    ),
    "measure growth": Mode(
        "runs with two sizes and compares compile times",
        "measure_growth(command, {sizes}, {least}, {highest})",
        ("output_of", "measure_growth", "tell_compile_time"),
        at_exit="tell_compile_time",
    ),
    "check captured": Mode(
        "checks what its ranks captured",
        "check_captured(command)",
        ("output_of", "check_captured", "tell_graphs"),
        at_exit="tell_graphs",
    ),
}
# Functions that ranks call when they end, in minimized scripts and in scripts of cells.
TOLD = {mode.at_exit for mode in MODES.values()} - {""}


def with_launcher(text, mode="start", ranks=1, arguments=(), **values):
    """Returns the script with its launcher. `arguments` are arguments for the ranks, in addition to
    the script's own arguments. `values` are the values of the placeholders in Mode.call."""
    row = MODES[mode]
    code = _FORM.format(
        functions=_functions(row.functions),
        does=row.does,
        ranks=ranks,
        arguments="".join(f", {_python(a)}" for a in arguments),
        call=row.call.format(**{name: _python(value) for name, value in values.items()}),
        at_exit=f"atexit.register({row.at_exit})\n" if row.at_exit else "",
        limit=_LIMIT,
    )
    launcher = f"import {', '.join(_imports(code))}\n{code}"
    # `from __future__` imports must remain at the top.
    first, _, rest = text.partition("\n")
    if first.startswith("from __future__ import "):
        return f"{first}\n{launcher}{rest}"
    return launcher + text


def _functions(names):
    source = _CHECKS.read_text()
    functions = [s for s in ast.parse(source).body if isinstance(s, ast.FunctionDef)]
    wanted = [ast.get_source_segment(source, f) for f in functions if f.name in names]
    return "".join(f"\n{text}\n" for text in wanted) + ("\n" if wanted else "")


def _imports(code):
    mentioned = {n.id for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Name)}
    return [module for module in _IMPORTED if module in mentioned]


def _python(value):
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)}: {_python(number)}" for key, number in value.items())
        return f"{{{', '.join(pairs)}}}"
    return f"{value:g}" if isinstance(value, float) else json.dumps(value)
