"""Sets entries of torch's configuration for one cell, as the cell's axes config.MODULE.NAME say."""

import functools
import importlib

from gridlock.settings.modules import MODULES

_PREFIX = "config."
_set = {}  # (config, name): the value before apply()


def is_one(axis):
    """Returns whether the axis sets an entry of torch's configuration. Axes config.fsdp.NAME do
    not: they are applied to the modules of the model (gridlock/train/sharding.py)."""
    return axis.startswith(_PREFIX) and axis.split(".")[1] in MODULES


def of_cell(cell):
    """Returns the cell's settings for torch's config modules, such as {"dynamo.recompile_limit":
    8}."""
    return {axis.removeprefix(_PREFIX): value for axis, value in cell.items() if is_one(axis)}


def meant(value):
    """Returns the value for torch. Matrix files cannot contain None, so the word "None" means
    None."""
    return None if value == "None" else value


def apply(settings):
    """Sets all entries. First restores the entries that earlier calls set to their previous values.

    Raises ValueError if the installed torch has no such entry, or has an entry of another type.
    """
    for (config, name), value in _set.items():
        setattr(config, name, value)
    _set.clear()
    for key, value in settings.items():
        config, name = _entry(key)
        before = getattr(config, name)
        value = _typed(key, value, before)
        _set[config, name] = before
        setattr(config, name, value)


def _entry(key):
    """Returns the object that has the entry, and the entry's name in that object, such as
    (torch._inductor.config.triton, "cudagraphs") for "inductor.triton.cudagraphs"."""
    module, *folders, name = key.split(".")
    try:
        config = importlib.import_module(MODULES[module])
        config = functools.reduce(getattr, folders, config)
        getattr(config, name)
    except (ImportError, AttributeError):
        raise ValueError(f"this torch has no setting config.{key}") from None
    return config, name


def _typed(key, value, before):
    """Converts the value to the entry's type. An entry that is None, a bool or a string accepts any
    of these types."""
    value = meant(value)
    open_types = (type(None), bool, str)
    if value is None or isinstance(value, type(before)):
        return value
    if isinstance(before, open_types) and isinstance(value, (*open_types, int)):
        return value
    if isinstance(before, float) and isinstance(value, int):
        return float(value)
    raise ValueError(f"config.{key} is {before!r} and cannot be set to {value!r}")
