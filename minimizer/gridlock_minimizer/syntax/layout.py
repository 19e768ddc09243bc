"""Writes a program as text for readers: blank lines between definitions, lines of at most 100
columns."""

import ast

from gridlock_minimizer.syntax.neatness import neat, with_double_quotes
from gridlock_minimizer.syntax.tree import DEFINITIONS, IMPORTS, is_docstring, names

_AS_IS = "\0"  # marks lines of docstrings


def layout(body):
    """Returns text that parses to exactly `body`. Falls back to unformatted text if the formatted
    text parses differently."""
    lines = _statements(body, 2)
    plain = "\n".join(lines).replace(_AS_IS, "") + "\n"
    neater = [new for line in lines for new in ([line] if _AS_IS in line else neat(line))]
    text = with_double_quotes("\n".join(neater).replace(_AS_IS, "") + "\n")
    return text if _same(plain, text) else plain


def _same(one, other):
    try:
        return ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))
    except SyntaxError:
        return False


def _statements(body, between):
    """Returns the lines of a block. `between` is the number of blank lines around a definition. One
    blank line separates other groups of statements."""
    lines = []
    for at, s in enumerate(body):
        if at > 0 and {"definition", "main"} & {_group(s), _group(body[at - 1])}:
            lines += [""] * between
        elif at > 0 and between == 2 and _group(s) != _group(body[at - 1]):
            lines.append("")
        lines += _docstring(s.value.value) if at == 0 and is_docstring(s) else _statement(s)
    return lines


def _group(s):
    """Returns the group of a top-level statement."""
    if isinstance(s, DEFINITIONS):
        return "definition"
    if is_docstring(s):
        return "docstring"
    if isinstance(s, IMPORTS):
        return "torch" if any(m.startswith("torch") for m in _modules_of(s)) else "import"
    return "main" if isinstance(s, ast.If) and "__name__" in names(s.test) else ""


def _modules_of(statement):
    if isinstance(statement, ast.ImportFrom):
        return [statement.module or ""]
    return [a.name for a in statement.names]


def _statement(s):
    if not isinstance(s, DEFINITIONS):
        return ast.unparse(ast.fix_missing_locations(s)).split("\n")
    body, s.body = s.body, [ast.Pass()]
    head = ast.unparse(ast.fix_missing_locations(s)).split("\n")[:-1]
    s.body = body
    lines = []
    if is_docstring(body[0]):
        lines += _docstring(body[0].value.value)
        body = body[1:]
        if body and isinstance(s, ast.ClassDef):
            lines.append("")
    lines += _statements(body, 1)
    return head + [line and "    " + line for line in lines]


def _docstring(text):
    text = text.strip().replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    lines = [line.strip() for line in text.split("\n")]
    if len(lines) == 1:
        return [f'{_AS_IS}"""{lines[0]}"""']
    rest = [line and _AS_IS + line for line in lines[1:]]
    return [f'{_AS_IS}"""{lines[0]}', *rest, f'{_AS_IS}"""']
