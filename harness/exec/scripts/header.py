"""Reads the headers of scripts: TOML between "# /// gridlock" and "# ///" in their first lines.

python header.py prints the headers of all scripts for this Python's torch as JSON, keyed like
"hanging/metric_on_rank0"."""

import json
import pathlib
import re
from importlib import metadata

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib


def expected(script):
    """Returns the header of the script as a dict: "ranks", "verdict", "class" …"""
    lines = script.read_text().splitlines()
    assert lines[0] == "# /// gridlock", f"{script} has no header"
    header = lines[1 : lines.index("# ///")]
    return tomllib.loads("\n".join(line.removeprefix("# ") for line in header))


def release(version):
    """Returns the first two numbers of a version."""
    return tuple(map(int, re.findall(r"\d+", version)[:2]))


def headers(torch):
    """Returns the headers of the scripts for this version of torch."""
    here = pathlib.Path(__file__).parent
    folders = ("crashing", "gpus", "hanging", "healthy", "wrong")
    scripts = [path for folder in folders for path in sorted((here / folder).glob("*.py"))]
    found = {f"{path.parent.name}/{path.stem}": expected(path) for path in scripts}
    return {k: v for k, v in found.items() if release(v.get("torch", "0.0")) <= release(torch)}


def main():
    print(json.dumps(headers(metadata.version("torch"))))


if __name__ == "__main__":
    main()
