"""What the first lines of a script say of it: TOML between "# /// gridlock" and "# ///"."""

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib


def expected(script):
    """{"ranks", "verdict", and where it matters "class", "at_fault", "sentence" and
    "parent"}"""
    lines = script.read_text().splitlines()
    assert lines[0] == "# /// gridlock", f"{script} has no header"
    header = lines[1 : lines.index("# ///")]
    return tomllib.loads("\n".join(line.removeprefix("# ") for line in header))
