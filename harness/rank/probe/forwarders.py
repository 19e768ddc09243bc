"""Writes classes that forward each virtual function of torch's c10d classes to an inner object.

    forwarders.py INCLUDE OUT    (torch's include folder; the folder for the headers)

The probe's decorators (backend.h, work.h and store.h) derive from these classes and override what
they record. The classes are generated for the torch that the probe is built for, because its
virtual functions differ from version to version. Prints the functions that known_virtuals.txt lacks,
on one line, and writes the line to OUT/unknown_virtuals.txt.
"""

import pathlib
import re
import sys
from typing import NamedTuple

HERE = pathlib.Path(__file__).parent
CLASSES = ("Backend", "Work", "Store")

# Functions that are left to torch's default.
NOT_FORWARDED = {
    "Backend::addEphemeralTimeout",  # torch calls it of both backends of a group
    "Store::barrier",  # the default calls functions that are recorded
}
# torch reads the results of these setters from the decorator's own base class, too.
KEPT_BY_BOTH = {"setGroupUid", "setBoundDeviceId"}


class Function(NamedTuple):
    returns: str
    name: str
    parameters: tuple  # of types
    qualifiers: str  # such as "const noexcept"
    body: str  # the default implementation; "" if it is not in the header

    @property
    def starts_work(self):
        return re.sub(r"\s|c10::|c10d::", "", self.returns) == "intrusive_ptr<Work>"


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)


def closing(text, opening):
    """Returns the index of the bracket that closes the one at index `opening`."""
    pairs = {"(": ")", "{": "}"}
    depth = 0
    for index in range(opening, len(text)):
        if text[index] == text[opening]:
            depth += 1
        elif text[index] == pairs[text[opening]]:
            depth -= 1
            if depth == 0:
                return index
    raise ValueError(f"no bracket closes {text[opening : opening + 40]!r}")


def body_of_class(header, name):
    start = re.search(rf"\bclass\s+(?:\w+\s+)?{name}\b[^;{{]*\{{", header)
    if start is None:
        raise ValueError(f"there is no class {name}")
    return header[start.end() : closing(header, start.end() - 1)]


def split_parameters(text):
    """Splits at the commas outside of brackets, and leaves out default arguments."""
    parameters, depth, current, in_default = [], 0, "", False
    for letter in text:
        depth += (letter in "(<[{") - (letter in ")>]}")
        if letter == "," and depth == 0:
            parameters.append(current)
            current, in_default = "", False
            continue
        in_default |= letter == "=" and depth == 0
        if not in_default:
            current += letter
    return [each.strip() for each in [*parameters, current] if each.strip()]


def type_of(parameter):
    """Returns the type of a parameter, without its name if it has one."""
    named = re.fullmatch(r"(.*[\w>&*])(?<!::)(?<!\bconst)(?:\s+|(?<=[>&*])\s*)(\w+)", parameter, re.S)
    if named is None or named.group(2) in ("int", "long", "char", "short", "double", "const"):
        return " ".join(parameter.split())
    return " ".join(named.group(1).split())


def functions_of(body):
    """Returns the virtual functions that the class itself declares, but no destructor."""
    found, index = [], 0
    while (match := re.compile(r"\bvirtual\b|\{").search(body, index)) is not None:
        if match.group() == "{":
            index = closing(body, match.start()) + 1
            continue
        opening = re.compile(r"(~?\w+)\s*\(").search(body, match.end())
        while opening.group(1) == "function" or body[opening.start() - 1] == "<":
            opening = re.compile(r"(~?\w+)\s*\(").search(body, opening.end())
        end_of_parameters = closing(body, opening.end() - 1)
        end = re.compile(r"[;{]").search(body, end_of_parameters)
        index = end.end() if end.group() == ";" else closing(body, end.start()) + 1
        if opening.group(1).startswith("~"):
            continue
        parameters = split_parameters(body[opening.end() : end_of_parameters])
        qualifiers = re.sub(r"=\s*0", "", body[end_of_parameters + 1 : end.start()])
        found.append(
            Function(
                " ".join(body[match.end() : opening.start()].split()),
                opening.group(1),
                tuple(type_of(each) for each in parameters),
                " ".join(qualifiers.split()),
                body[end.end() : index - 1] if end.group() == "{" else "",
            )
        )
    return found


def overridden_in(decorator):
    """Returns the declarations of the functions that the decorator overrides, by name."""
    declarations = {}
    text = without_comments(decorator)
    for override in re.finditer(r"\boverride\b", text):
        before = re.split(r"[;{}]|\b(?:public|protected|private):", text[: override.start()])[-1].strip()
        name = re.search(r"(~?\w+)\s*\(", before).group(1)
        if not name.startswith("~"):
            declarations[name] = before
    return declarations


def calls_recorded(function, recorded):
    """Returns whether the default implementation calls a function that the decorator records."""
    return any(re.search(rf"\breturn {name}\(", function.body) for name in recorded)


def forwarder(function, base):
    arguments = [f"argument{i}" for i in range(len(function.parameters))]
    declared = ", ".join(f"{t} {a}" for t, a in zip(function.parameters, arguments, strict=True))
    passed = ", ".join(
        f"std::forward<{t}>({a})" for t, a in zip(function.parameters, arguments, strict=True)
    )
    call = f"inner_->{function.name}({passed})"
    qualifiers = f"{function.qualifiers} override".strip()
    lines = [f"  {function.returns} {function.name}({declared}) {qualifiers} {{"]
    if function.name in KEPT_BY_BOTH and function.returns == "void":
        lines.append(f"    {base}::{function.name}({', '.join(arguments)});")
    if function.starts_work:
        lines.append(f"    return issue_unknown([&] {{ return {call}; }});")
    else:
        lines.append(f"    return {call};")
    return [*lines, "  }"]


def stand_in(declaration):
    """A function that the decorator overrides and that this torch lacks."""
    returns = declaration[: re.search(r"\b\w+\(", declaration).start()].strip()
    return [f"  virtual {' '.join(declaration.split())} {{ return {returns}(); }}"]


def class_text(name, functions, recorded):
    lines = [
        f"class Forwarding{name} : public c10d::{name} {{",
        " public:",
        "  template <typename... Arguments>",
        f"  explicit Forwarding{name}(c10::intrusive_ptr<c10d::{name}> inner, Arguments&&... rest)",
        f"      : {name}(std::forward<Arguments>(rest)...), inner_(std::move(inner)) {{}}",
        "",
    ]
    names = {function.name for function in functions}
    forwarded = [
        f
        for f in functions
        if f"{name}::{f.name}" not in NOT_FORWARDED and is_forwarded(f, recorded)
    ]
    for overloaded in sorted({f.name for f in forwarded}):
        lines.append(f"  using {name}::{overloaded};")
    for function in forwarded:
        lines += forwarder(function, name)
    for missing in sorted(set(recorded) - names - {"issue_unknown"}):
        lines += stand_in(recorded[missing])
    lines += ["", " protected:"]
    if any(function.starts_work for function in functions):
        lines += [
            "  // Makes a call of a process group that the probe does not know.",
            "  virtual c10::intrusive_ptr<c10d::Work> issue_unknown(",
            "      const std::function<c10::intrusive_ptr<c10d::Work>()>& call) = 0;",
            "",
        ]
    return [*lines, f"  const c10::intrusive_ptr<c10d::{name}> inner_;", "};"]


def is_forwarded(function, recorded):
    starts_recorded = function.name in recorded or calls_recorded(function, recorded)
    return not (function.starts_work and starts_recorded)


def header_text(name, header, decorator):
    """Returns the text of the header and the names of the virtual functions."""
    functions = functions_of(body_of_class(without_comments(header), name))
    recorded = overridden_in(decorator)
    lines = [
        f"// Generated by forwarders.py from torch's {name}.hpp.",
        "#pragma once",
        "",
        "#include <functional>",
        f"#include <torch/csrc/distributed/c10d/{name}.hpp>",
        "#include <utility>",
        "",
        "namespace gridlock::probe {",
        "namespace forwarding {",
        "using namespace c10d;  // the types of the parameters are written as in torch's header",
        *class_text(name, functions, recorded),
        "}  // namespace forwarding",
        f"using forwarding::Forwarding{name};",
        "}  // namespace gridlock::probe",
    ]
    return "\n".join(lines) + "\n", [function.name for function in functions]


def main(include, out):
    known = set((HERE / "known_virtuals.txt").read_text().split())
    c10d, out = pathlib.Path(include) / "torch/csrc/distributed/c10d", pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    functions = []
    for name in CLASSES:
        decorator = (HERE / f"{name.lower()}.h").read_text()
        text, names = header_text(name, (c10d / f"{name}.hpp").read_text(), decorator)
        write(out / f"forwarding_{name.lower()}.h", text)
        functions += [f"{name}::{each}" for each in names]
    unknown = ", ".join(each for each in dict.fromkeys(functions) if each not in known)
    write(out / "unknown_virtuals.txt", f"{unknown}\n")
    print(unknown)


def write(path, text):
    """Writes the text, unless the file has it: its users would be compiled again."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
