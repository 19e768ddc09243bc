"""The case: a folder with case.py, loaded afresh for each cell so that no state is carried over."""

import importlib.util
import pathlib
import sys

_REQUIRED = ("model", "layers", "batch", "loss")


def load(name, folder):
    """The module case.py of `folder`, which may import its own neighbors."""
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
    missing = [function for function in _REQUIRED if not hasattr(module, function)]
    if missing:
        raise AttributeError(f"{path} does not define {', '.join(missing)}")
    return module
