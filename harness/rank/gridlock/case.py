"""Loads a case, which is a folder with case.py. Each cell loads the module again, so that no state
of an earlier cell remains."""

import functools
import importlib.util
import inspect
import pathlib
import sys

# The functions that a case may define, and their parameters.
_FUNCTIONS = {
    "model": ["cell"],
    "layers": ["model"],
    "batch": ["cell", "step"],
    "loss": ["model", "inputs", "targets"],
}


def load(name, folder):
    """Returns the module case.py of `folder`. The module may import other modules of the folder."""
    path = pathlib.Path(folder) / "case.py"
    module_name = f"gridlock_case_{name.replace('/', '_').replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    missing = [name for name in _FUNCTIONS if not hasattr(module, name)]
    if missing:
        raise AttributeError(f"{path} does not define {', '.join(missing)}")
    for name, given in _FUNCTIONS.items():
        function = getattr(module, name)
        if not callable(function):
            raise TypeError(f"{path}: {name} must be a function, not {_words(function)}")
        check_parameters(function, given)
    module.batch = _checked(module.batch, check_batch)
    module.loss = _checked(module.loss, check_loss)
    return module


def _checked(function, check):
    """Wraps a function of a case. The wrapper raises if training cannot use the function's
    result."""

    @functools.wraps(function)
    def checked(*arguments):
        value = function(*arguments)
        check(value, arguments, _place_of(function))
        return value

    return checked


def check_parameters(function, given):
    """Raises if the function does not accept one argument for each name in `given`."""
    try:
        signature = inspect.signature(function)
    except ValueError:  # not written in Python
        return
    try:
        signature.bind(*given)
    except TypeError as error:
        raise TypeError(f"{_place_of(function)} must take ({', '.join(given)}): {error}") from None


def check_batch(value, _, place):
    pair = value if isinstance(value, (list, tuple)) else [value]
    if len(pair) != 2 or not all(map(_is_tensor, pair)):
        raise TypeError(f"{place} must return two tensors, inputs and targets, not {_words(value)}")


def check_loss(value, arguments, place):
    """Checks the loss. `arguments` are the model, the inputs and the targets."""
    if not _is_tensor(value) or value.dim() != 0:
        raise TypeError(f"{place} must return one number, the mean loss, not {_words(value)}")
    here, there = value.device, arguments[1].device
    if here != there:
        raise TypeError(f"{place} returns a loss on {here}, but the batch is on {there}")


def _is_tensor(value):
    return hasattr(value, "dim") and hasattr(value, "device")


def _words(value):
    if _is_tensor(value):
        return f"a tensor of shape {list(value.shape)}"
    if isinstance(value, (list, tuple)):
        return f"a {type(value).__name__} of {len(value)}"
    return f"{type(value).__name__} {value!r:.40}"


def _place_of(function):
    """Returns the function's name with its file and line, such as "loss() (case.py:41)"."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__name__", "it")
    return f"{name}() ({pathlib.Path(code.co_filename).name}:{code.co_firstlineno})" if code else name
