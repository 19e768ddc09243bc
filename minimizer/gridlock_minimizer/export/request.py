"""Reads the exporter's request, which is one JSON object (harness/controller/script_request.h).

{"cell": {…}, "control": {…}, "device": "cpu" | "cuda", "verdict": "", "sentence": "",
"bounds": {"loss": …, "grad_norm": …}, "growth": {"axes": {"cp": 1, "world_size": 2},
"sizes": [8, 13], "least": seconds, "highest": order}, "limit": seconds}

All keys but `cell` are optional.

`cell` and `control` are specs (harness/rank/README.md). The control is a cell that passes, or whose
numerical results are the reference. `growth` is for a cell whose compile time explodes. It contains
the axes in multiples of a size, two sizes to measure, and the threshold of an explosion
(launcher/checks.py). Such a script has no control. It compiles in one process and simulates the
other ranks.
"""

import ast
import dataclasses
import re

from gridlock.cell import values_of
from gridlock.settings import setting
from gridlock.settings.modules import MODULES

_BACKENDS = {"cpu": "gloo", "cuda": "nccl"}
# Values that scripts do not use: the case's folder and the cell's name.
_UNUSED = ("case_dir", "id")
CONTROL, SIZE = "CONTROL", "SIZE"


def _expression(text):
    return ast.parse(text, mode="eval").body


@dataclasses.dataclass
class Request:
    cell: dict
    package: str
    control: dict | None = None
    device: str = "cpu"
    verdict: str = ""
    sentence: str = ""
    bounds: dict = dataclasses.field(default_factory=dict)
    growth: dict = dataclasses.field(default_factory=dict)
    limit: int = 120

    def __post_init__(self):
        self.values = values_of(self.cell)
        compared = self.control and not self.growth
        self.control_values = self.values
        if compared:
            # Gives the control the compiler settings of the cell. They have no effect on a control
            # that does not compile.
            axes = self.cell["axes"].items()
            settings = {axis: value for axis, value in axes if setting.is_one(axis)}
            self.control_values = settings | values_of(self.control)
        same = {k for k in self.values if self.values[k] == self.control_values.get(k)}
        self.differing = [k for k in self.values if k not in same and k not in _UNUSED]
        self.growing = self.growth.get("axes", {})  # factor of the size, by axis

    @property
    def has_control(self):
        return bool(self.differing)

    @property
    def mode(self):
        """Returns the mode of the launcher (launcher/minimized.py)."""
        if self.growth:
            return "measure growth"
        if self.verdict == "wrong":
            return "compare" if self.has_control and self.bounds else "check finite"
        return "check captured" if self.verdict == "not_compiled" else "start"

    def constants(self):
        """Returns the cell's values for the program. If the cell and its control differ in an axis,
        its value is the name of a constant. If an axis grows with the size, its value is a multiple
        of SIZE. The other values are Python values."""
        names = {axis: ast.Name(self.name_of(axis), ast.Load()) for axis in self.differing}
        sizes = {
            axis: _expression(SIZE if factor == 1 else f"{factor} * {SIZE}")
            for axis, factor in self.growing.items()
        }
        return {**self.values, **names, **sizes}

    def sides(self):
        """Returns the constants of the script as expressions. A script with a control has CONTROL,
        and a constant for each axis in which the cell and its control differ. A script that takes a
        size has SIZE."""
        text = {}
        if self.has_control:
            text[CONTROL] = '"--control" in sys.argv'
        for axis in self.differing:
            control, value = self.control_values.get(axis), self.values[axis]
            text[self.name_of(axis)] = f"{control!r} if {CONTROL} else {value!r}"
        if self.growing:
            text[SIZE] = 'int(sys.argv[1]) if "RANK" in os.environ else 0'
        return {name: _expression(value) for name, value in text.items()}

    @staticmethod
    def name_of(axis):
        return re.sub(r"\W", "_", axis).upper()

    def script(self):
        """Returns the attributes of `script` that launcher/cell.py reads."""
        constants = self.constants()
        return {
            "case": ast.Name("@case", ast.Load()),
            "cell": ast.Name("@cell", ast.Load()),
            "device": ast.Name("@device", ast.Load()),
            "backend": _BACKENDS[self.device],
            "world_size": constants["world_size"],
            "steps": constants["steps"],
            "limit": self.limit,
            "environment": self._environment(),
            "mode": self.mode,
            "bounds": self.bounds,
            "has_control": self.has_control,
            "sizes": tuple(self.growth.get("sizes", ())),
            "least": self.growth.get("least"),
            "highest": self.growth.get("highest"),
        }

    def _environment(self):
        """Returns the part of a rank's environment that affects speed or numerical results."""
        both = (self.values, self.control_values)
        environment = {"OMP_NUM_THREADS": "1"}
        if all(v["hash_seed"] == "shared" for v in both):
            environment["PYTHONHASHSEED"] = "0"
        if any(v["compile"] != "none" and v["backend"] == "inductor" for v in both):
            environment["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
        return environment | self.cell.get("environment", {})

    def settings(self):
        """Returns assignments to torch's configuration, such as
        "torch._dynamo.config.recompile_limit = 8"."""
        constants = self.constants()
        for key in setting.of_cell(self.values):
            module, _, name = key.partition(".")
            value = constants[f"config.{key}"]
            text = ast.unparse(value) if isinstance(value, ast.AST) else repr(setting.meant(value))
            yield f"{MODULES[module]}.{name} = {text}"

    def config_modules(self):
        return {MODULES[key.split(".")[0]] for key in setting.of_cell(self.values)}
