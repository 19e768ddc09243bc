"""Writes the initial parameters of a training run to a file, so that the reference in C++
(golden/reference) starts from the same parameters."""

import pathlib

from gridlock.train import building


def write(case, cell, path):
    """Writes the whole parameters under their names in the case, in fp32 as safetensors."""
    save_file = _save_file()
    model = building.initial_model(case, cell)
    parameters = {name: p.detach().contiguous() for name, p in model.named_parameters()}
    pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    save_file(parameters, path)


def _save_file():
    try:
        from safetensors.torch import save_file  # imported here, because ranks rarely need it
    except ImportError as error:
        raise RuntimeError(
            "a reference needs the Python package safetensors (requirements.txt has its version)"
        ) from error
    return save_file
