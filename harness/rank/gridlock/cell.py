"""Represents the cell that a rank trains, which is one value per axis."""

import functools
import pathlib

_STANDARD_AXES = pathlib.Path(__file__).resolve().parents[3] / "matrix" / "axes.toml"


class Cell:
    """The values of a cell.

    Axes are attributes (cell.cp) and keys (cell["config.dynamo.recompile_limit"]). Further
    attributes are `id`, `seed`, `steps`, `case_dir` and `compile_options`.

    One object lives as long as the process. load() replaces its values with the values of the next
    cell, so that `from gridlock import cell` stays valid in ranks that train several cells.
    """

    def __init__(self):
        self._values = {}

    def load(self, spec):
        """Loads the values of a spec. Axes that the spec lacks get their defaults."""
        self.__dict__["_values"] = values_of(spec)
        return self

    def __getitem__(self, name):
        try:
            return self._values[name]
        except KeyError:
            raise KeyError(_no_axis(name, self._values)) from None

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def get(self, name, default=None):
        return self._values.get(name, default)

    def items(self):
        return self._values.items()

    def __repr__(self):
        return f"Cell({self._values})"


def _no_axis(name, values):
    import difflib  # imported here because ranks rarely use it

    near = difflib.get_close_matches(str(name), values, 1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return f"the cell has no axis {name!r}{hint}; the axes are {', '.join(sorted(values))}"


def values_of(spec):
    """Returns all values of a cell by name."""
    values = {**standard_defaults(), **case_defaults(spec["case_dir"]), **spec["axes"]}
    values["world_size"] = spec["world_size"]
    values["id"] = spec.get("cell", "")
    others = {"seed": 0, "steps": 3, "case_dir": ".", "compile_options": {}}
    return values | {key: spec.get(key, default) for key, default in others.items()}


@functools.cache
def standard_defaults():
    """Returns the value that each of gridlock's own axes has in cells to which the axis does not
    apply."""
    return _defaults_in(_STANDARD_AXES)


def case_defaults(case_dir):
    """Returns the default of each axis that the case declares in its own case.toml."""
    path = pathlib.Path(case_dir) / "case.toml"
    return _defaults_in(path) if path.is_file() else {}


def _defaults_in(path):
    axes = toml_parser().loads(path.read_text()).get("axes", {})
    return {name: _default(axis) for name, axis in axes.items()}


def toml_parser():
    """Returns Python's TOML parser. It is imported on demand, because the Python of a program under
    `gridlock exec` may have neither tomllib nor tomli."""
    try:
        import tomllib
    except ModuleNotFoundError:  # Python 3.10
        import tomli as tomllib
    return tomllib


def _default(axis):
    """Returns an axis's default as in matrix/axes.toml: the explicit default if there is one, false
    for a bool, and otherwise the first value."""
    if "default" in axis or axis.get("type") == "bool":
        return axis.get("default", False)
    first = axis["values"][0] if axis.get("values") else 1
    return first["value"] if isinstance(first, dict) else first
