"""Formats a line of unparsed code as a person would write it, within the line width."""

import io
import tokenize

WIDTH = 100
_OPEN, _CLOSE = "([{", ")]}"


def neat(line):
    """Returns the lines that replace `line`."""
    return _broken(_without_tuple_brackets(_without_double_brackets(line)))


def with_double_quotes(text):
    lines = text.split("\n")
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text).readline))):
        (row, start), (last_row, end) = token.start, token.end
        plain = token.type == tokenize.STRING and row == last_row and token.string[-1] == "'"
        if plain and not set(token.string) & set('"\\') and token.string.count("'") == 2:
            line = lines[row - 1]
            lines[row - 1] = line[:start] + token.string.replace("'", '"') + line[end:]
    return "\n".join(lines)


def _without_double_brackets(line):
    """Removes the inner brackets that unparse writes in any((x for x in y))."""
    for opening, closing in reversed(_brackets(line)):
        doubled = line[opening : opening + 2] == "((" and line[closing - 1 : closing + 1] == "))"
        called = opening > 0 and (line[opening - 1].isalnum() or line[opening - 1] == "_")
        inside = line[opening + 2 : closing - 1]
        if doubled and called and (opening + 1, closing - 1) in _brackets(line):
            if _is_comprehension(inside):
                line = line[: opening + 1] + inside + line[closing:]
    return line


def _without_tuple_brackets(line):
    """Turns return (a, b) into return a, b."""
    code = line.lstrip()
    opening = len(line) - len(code) + len("return ")
    if code.startswith("return (") and (opening, len(line) - 1) in _brackets(line):
        if len(_parts(line[opening + 1 : -1])) > 1 and len(line) <= WIDTH:
            return line[:opening] + line[opening + 1 : -1]
    return line


def _broken(line):
    """Breaks a line that is too long within its last pair of outermost brackets."""
    if len(line) <= WIDTH:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    for opening, closing in reversed(_outer(_brackets(line))):
        head, inside, tail = line[: opening + 1], line[opening + 1 : closing], line[closing:]
        if not inside.strip() or len(head) > WIDTH:
            continue
        parts = _parts(inside)
        alone = indent + "    " + inside.strip()
        comma = "," if _takes_comma(head, inside, parts) else ""
        separator = "" if _is_comprehension(inside) else ","
        if len(parts) == 1 or len(alone) + len(comma) > WIDTH:
            body = [indent + "    " + part + separator for part in parts[:-1]]
            body.append(indent + "    " + parts[-1] + comma)
        else:
            body = [alone]
        broken = [new for part in body for new in _broken(part)]
        return [head, *broken, *_broken(indent + tail)]
    return [line]


def _brackets(line):
    """Returns the positions (opening, closing) of each pair of brackets outside strings."""
    pairs, open_ = [], []
    for at, letter in _code(line):
        if letter in _OPEN:
            open_.append(at)
        elif letter in _CLOSE and open_:
            pairs.append((open_.pop(), at))
    return sorted(pairs)


def _outer(pairs):
    return [p for p in pairs if not any(a < p[0] and p[1] < b for a, b in pairs)]


def _parts(text):
    """Returns the parts of a bracket that may go on separate lines: the parts between commas, or
    the clauses of a comprehension."""
    separators = (" for ", " if ") if _is_comprehension(text) else (",",)
    cuts, depth = [0], 0
    for at, letter in _code(text):
        depth += (letter in _OPEN) - (letter in _CLOSE)
        if depth == 0 and any(text.startswith(s, at) for s in separators):
            cuts.append(at)
    parts = [text[a:b].strip(" ,") for a, b in zip(cuts, [*cuts[1:], len(text)])]
    return [part for part in parts if part]


def _takes_comma(head, inside, parts):
    """Returns whether a trailing comma would not change the meaning. In (x) and in the index of
    a[x], a trailing comma would make a tuple."""
    if _is_comprehension(inside):
        return False
    follows_value = len(head) > 1 and (head[-2].isalnum() or head[-2] in "_)]\"'")
    return len(parts) > 1 or (head[-1] == "(") == follows_value


def _is_comprehension(text):
    depth = 0
    for at, letter in _code(text):
        depth += (letter in _OPEN) - (letter in _CLOSE)
        if depth == 0 and text.startswith(" for ", at):
            return True
    return False


def _code(text):
    """Yields (position, character) of the characters outside strings. Each string ends on its line,
    because unparse wrote it."""
    quote, at = "", 0
    while at < len(text):
        if quote:
            if text[at] == "\\":
                at += 1
            elif text.startswith(quote, at):
                at += len(quote) - 1
                quote = ""
        elif text[at] in "'\"":
            quote = text[at] * 3 if text.startswith(text[at] * 3, at) else text[at]
            at += len(quote) - 1
        else:
            yield at, text[at]
        at += 1
