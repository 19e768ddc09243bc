#!/usr/bin/env python3
"""Compares `gridlock minimize` with other reducers on scripts that fail, and prints one table.

ddmin, HDD and ProbDD drop statements of the script. C-Vise, Shrink Ray and torch's own minifier run
if they are installed. All tools ask the same oracle, and a cache keeps its answers. The oracle is a
command that exits with 0 if a script still fails in the same way. By default, it runs the script
under `gridlock exec` and compares verdict, class, operation, exception and message with those of
the original script. `gridlock minimize` and torch's minifier judge candidates themselves, so the
oracle only checks their results.

The table counts the lines and nodes of the program as ast.unparse prints it. The seconds of
`gridlock minimize` include its start and the verification of its result.
"""

import argparse
import ast
import copy
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
GENERATE = ROOT / "minimizer" / "testing" / "scripts" / "generate.py"
TIME_LIMIT = "stopped by the time limit"
PRIOR = 0.1  # ProbDD's initial probability that an item must stay, as in the paper
CERTAIN = 1 - 1e-6  # probability above which an item is certain to stay


# Each reducer returns the items that must stay. `test(dropped)` returns whether the script still
# fails without the items in `dropped`.
def ddmin(items, test):
    """Reduces a list as Zeller and Hildebrandt do in "Simplifying and Isolating Failure-Inducing
    Input", IEEE Transactions on Software Engineering 28, 2002."""
    if not items or test(set(items)):
        return []
    current, parts = list(items), 2
    while len(current) >= 2:
        cuts = [len(current) * i // parts for i in range(parts + 1)]
        chunks = [current[begin:end] for begin, end in zip(cuts, cuts[1:])]
        subset = next((c for c in chunks if test(set(items) - set(c))), None)
        if subset:
            current, parts = subset, 2
            continue
        gone = set(items) - set(current)
        chunk = next((c for c in chunks if test(gone | set(c))), None)
        if chunk:
            current = [item for item in current if item not in chunk]
            parts = min(max(parts - 1, 2), len(current))
        elif parts < len(current):
            parts = min(2 * parts, len(current))
        else:
            break
    return current


def hdd(levels, test):
    """Reduces a tree with ddmin, level by level (Misherghi and Su, "HDD: Hierarchical Delta
    Debugging", ICSE 2006).

    `levels` has, for each depth, pairs of an item and its parent. Dropping a parent drops its
    items."""
    dropped, kept = set(), []
    for level in levels:
        items = [item for item, parent in level if parent not in dropped]
        stay = ddmin(items, lambda more: test(dropped | more))  # noqa: B023
        dropped |= {item for item, _ in level} - set(stay)
        kept += stay
    return kept


def prob_dd(items, test):
    """Reduces a list as Wang et al. do in "Probabilistic Delta Debugging", ESEC/FSE 2021."""
    stays = dict.fromkeys(items, PRIOR)
    while tried := most_gainful(stays):
        if test(set(items) - set(stays) | set(tried)):
            for item in tried:
                del stays[item]
            continue
        all_go = 1.0
        for item in tried:
            all_go *= 1 - stays[item]
        for item in tried:
            stays[item] = 1 if len(tried) == 1 else stays[item] / (1 - all_go)
    return list(stays)


def most_gainful(stays):
    """Returns the items whose removal has the greatest expected gain."""
    order = sorted((p, item) for item, p in stays.items() if p < CERTAIN)
    all_go, best, best_gain = 1.0, 0, 0.0
    for count, (probability, _) in enumerate(order, 1):
        all_go *= 1 - probability
        if all_go * count > best_gain:
            best, best_gain = count, all_go * count
    return [item for _, item in order[:best]]


class Program:
    """A script as a tree of numbered statements."""

    def __init__(self, text):
        self.tree = ast.parse(text)
        self.levels = []  # by depth: (statement, its parent or -1)
        self.size = 0
        self._number(self.tree, 0, -1)

    def _number(self, node, depth, parent):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.stmt):
                self._number(child, depth, parent)
                continue
            child.number, self.size = self.size, self.size + 1
            if depth == len(self.levels):
                self.levels.append([])
            self.levels[depth].append((child.number, parent))
            self._number(child, depth + 1, child.number)

    def without(self, dropped):
        tree = copy.deepcopy(self.tree)
        for node in ast.walk(tree):
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list) and block:
                    kept = [s for s in block if getattr(s, "number", -1) not in dropped]
                    may_be_empty = name == "orelse" or isinstance(node, ast.Module)
                    setattr(node, name, kept or ([] if may_be_empty else [ast.Pass()]))
        return ast.unparse(tree) + "\n"


def laid_out(text):
    """Returns the program without comments. Returns "" if the text is not Python."""
    try:
        return ast.unparse(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def size_of(text):
    """Returns the number of lines and the number of nodes of a program."""
    program = laid_out(text)
    lines = sum(1 for line in program.splitlines() if line.strip())
    return lines, sum(1 for _ in ast.walk(ast.parse(program)))


class Oracle:
    """An oracle that runs a command once for each candidate. It keeps the answers in files, because
    C-Vise and Shrink Ray ask from separate processes. It refuses a candidate that is not Python
    without running the command."""

    def __init__(self, folder, command, seconds, ends=float("inf")):
        """`seconds` is the time limit of one question. `ends` is the time.monotonic() at which the
        reducer must stop."""
        self.folder, self.command, self.seconds, self.ends = folder, command, seconds, ends
        self.folder.mkdir(exist_ok=True)

    def asked(self):
        return sum(1 for _ in self.folder.glob("*.answer"))

    def smallest(self):
        """Returns the smallest script that failed, or "" if none did."""
        return min((f.read_text() for f in self.folder.glob("*.py")), key=size_of, default="")

    def fails(self, text):
        if time.monotonic() > self.ends:
            raise TimeoutError
        program = laid_out(text)
        name = self.folder / hashlib.sha256(program.encode()).hexdigest()
        answer, script = name.with_suffix(".answer"), name.with_suffix(".py")
        if program and not answer.exists():
            if self._ask(text):
                script.write_text(text)
            answer.touch()
        return script.exists()

    def _ask(self, text):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "repro.py").write_text(text)
            return run([*self.command, "repro.py"], self.seconds, cwd=folder)[0] == 0


def run(words, seconds, **options):
    """Returns the exit code and the output. The exit code is 124 if the time limit was reached."""
    words = ["timeout", "--kill-after=10", f"{max(seconds, 1)}", *map(str, words)]
    options |= {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE}
    ended = subprocess.run(words, **options, stderr=subprocess.STDOUT)
    return ended.returncode, ended.stdout.decode(errors="replace").strip()


def failure_of(gridlock, python, ranks, script):
    """Returns how a script fails under `gridlock exec`, or "" if it passes. As in `gridlock
    minimize`, the text has no function name and no numbers, names or paths of the message."""
    with tempfile.TemporaryDirectory() as folder:
        outcome = pathlib.Path(folder) / "outcome.json"
        words = [gridlock, "exec", "-n", ranks, "--python", python, "--timeout", "30"]
        run([*words, "--json", outcome, "--evidence", f"{folder}/evidence", script], 120)
        found = json.loads(outcome.read_text()) if outcome.exists() else {}
    error = re.sub(r"'[^']*'|\"[^\"]*\"", "'…'", found.get("error", "").split("\n")[0])
    message = re.sub(r"\d+", "N", re.sub(r"(/[\w.-]+)+", "PATH", error))
    return " ".join([*found.get("signature", "").split(":")[:3], message]).strip()


def still_fails(failure, *arguments):
    """Runs the default oracle: `other_reducers.py still-fails FAILURE GRIDLOCK PYTHON RANKS
    SCRIPT`."""
    return failure_of(*arguments) != failure


def ask(folder, command, seconds, file="repro.py"):
    """Runs the oracle for C-Vise and Shrink Ray: `other_reducers.py ask FOLDER COMMAND SECONDS
    [FILE]`."""
    text = pathlib.Path(file).read_text(errors="replace")
    return not Oracle(pathlib.Path(folder), shlex.split(command), float(seconds)).fails(text)


@dataclasses.dataclass
class Result:
    text: str = ""  # "": none
    asked: int = 0
    note: str = ""
    ranks: int = 1


@dataclasses.dataclass
class Work:
    text: str
    oracle: Oracle
    script: pathlib.Path  # file in an empty folder
    options: argparse.Namespace

    def result(self, note=""):
        return Result(self.oracle.smallest(), self.oracle.asked(), note, self.options.ranks)


def drop_statements(work, reducer, by_level=False):
    program = Program(work.text)
    items = program.levels if by_level else range(program.size)
    try:
        reducer(items, lambda dropped: work.oracle.fails(program.without(dropped)))
    except TimeoutError:
        return work.result(TIME_LIMIT)
    return work.result()


def gridlock_minimize(work):
    options, out = work.options, work.script.parent / "minimized"
    words = [options.gridlock, "minimize", "-n", options.ranks, "--python", options.python]
    words += ["--jobs", 1, "--verify", 1, "--budget", f"{options.seconds}s", "--out", out]
    code, output = run([*words, work.script], 2 * options.seconds + 300)
    judged = re.search(r"(\d+) candidates? tried, ", output)
    if code != 0 or not judged:
        return Result(note="no verified result: " + output.split("\n")[-1])
    best = json.loads((out / "search" / "best.json").read_text())["candidate"]
    note = TIME_LIMIT if "the budget is spent" in output else ""
    return Result(best["text"], int(judged[1]), note, best["launch"]["ranks"])


def ask_through_program(work, words):
    """Runs a reducer that calls a program to judge each candidate."""
    oracle, test = work.oracle, work.script.with_name("fails")
    asking = [sys.executable, __file__, "ask", oracle.folder, shlex.join(oracle.command)]
    test.write_text(f'#!/bin/sh\nexec {shlex.join(map(str, [*asking, oracle.seconds]))} "$@"\n')
    test.chmod(0o700)
    words = [*shlex.split(words), test, work.script.name]
    code, output = run(words, work.options.seconds, cwd=test.parent)
    if not oracle.asked():
        return Result(note="judged no candidate: " + output.split("\n")[-1])
    return work.result(TIME_LIMIT if code == 124 else "")


def torch_minifier(work):
    """Runs torch's minifier. When the script fails, torch writes a program. That program then
    minimizes the graph."""
    folder = work.script.parent
    if "torch.compile" not in work.text or work.options.ranks != 1:
        return Result(note="reduces only scripts with one rank and torch.compile")

    def run_here(file):
        debug = {"TORCHDYNAMO_REPRO_AFTER": "dynamo", "TORCHDYNAMO_REPRO_LEVEL": "2"}
        debug |= {"TORCH_COMPILE_DEBUG_DIR": folder, "TORCHINDUCTOR_CACHE_DIR": folder / "caches"}
        left = work.oracle.ends - time.monotonic()
        return run([work.options.python, file], left, cwd=folder, env=os.environ | debug)

    def newest(name):
        return max(folder.rglob(name), key=lambda file: file.stat().st_mtime, default=None)

    run_here(work.script.rename(folder / "original.py"))
    code, output = run_here(newest("minifier_launcher.py") or os.devnull)
    queries, repro = re.search(r"Made (\d+) queries", output), newest("repro.py")
    if not repro:
        return Result(note="left no repro.py")
    asked = int(queries[1]) if queries else 0
    return Result(repro.read_text(), asked, TIME_LIMIT if code == 124 else "")


C_VISE = "cvise --n 1 --not-c --shaddap --tidy"
SHRINK_RAY = "shrinkray --parallelism 1 --ui basic --volume quiet --input-type basename"
TOOLS = {
    "gridlock": gridlock_minimize,
    "ddmin": lambda work: drop_statements(work, ddmin),
    "HDD": lambda work: drop_statements(work, hdd, by_level=True),
    "ProbDD": lambda work: drop_statements(work, prob_dd),
    "C-Vise": lambda work: ask_through_program(work, C_VISE),
    "Shrink Ray": lambda work: ask_through_program(work, SHRINK_RAY),
    "torch": torch_minifier,
}


def is_installed(tool, options):
    if tool == "torch":
        return run([options.python, "-c", "import torch"], 60)[0] == 0
    programs = {"gridlock": options.gridlock, "C-Vise": "cvise", "Shrink Ray": "shrinkray"}
    return shutil.which(programs.get(tool, sys.executable)) is not None


def oracle_command(options, failure, ranks):
    own = [sys.executable, __file__, "still-fails", failure, options.gridlock, options.python]
    return options.oracle or [*own, str(ranks)]


def print_row(script, tool, result, seconds=0.0):
    lines, nodes = size_of(result.text) if result.text else ("", "")
    row = f"{script:<24} {tool:<11} {lines:>5} {nodes:>6} {result.asked:>9} {seconds:>7.0f}"
    print(f"{row}  {result.note}".rstrip(), flush=True)


def reduce_by(tool, text, failure, longest, options):
    """Returns the checked result, and the seconds that the tool took."""
    with tempfile.TemporaryDirectory() as folder:
        script, began = pathlib.Path(folder) / "repro.py", time.monotonic()
        script.write_text(text)
        asked = oracle_command(options, failure, options.ranks)
        answers = script.with_name("answers")
        oracle = Oracle(answers, asked, longest, began + options.seconds)
        result = TOOLS[tool](Work(text, oracle, script, options))
        seconds = time.monotonic() - began
        asked = oracle_command(options, failure, result.ranks)
        if result.text and not Oracle(answers / "check", asked, longest).fails(result.text):
            result.note = f"does NOT fail in the same way  {result.note}"
        return result, seconds


def compare(name, text, tools, options):
    """Prints the rows of one script. Returns whether the script fails."""
    with tempfile.TemporaryDirectory() as folder:
        file, began = pathlib.Path(folder) / "repro.py", time.monotonic()
        file.write_text(text)
        own = (options.gridlock, options.python, str(options.ranks), file)
        failure = "fails, says --oracle" if options.oracle else failure_of(*own)
        asked = oracle_command(options, failure, options.ranks)
        fails = failure and Oracle(file.with_name("answers"), asked, 300).fails(text)
        longest = max(10, 2 * (time.monotonic() - began))
    note = failure if fails else "does not fail every time"
    print_row(name, "(original)", Result(text, note=note))
    for tool in tools if fails else []:
        print_row(name, tool, *reduce_by(tool, text, failure, longest, options))
    return fails


def problems(names):
    """Yields names and texts of scripts. A name is a file, or a problem of generate.py."""

    def generated(*names):
        words = [sys.executable, "-B", GENERATE, *names]
        lines = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        return {row["name"]: row for row in map(json.loads, lines.splitlines())}

    known = generated()
    for name in names or [n for n, p in known.items() if p["ranks"] == 1 and not p["numbers"]]:
        file = pathlib.Path(name)
        yield name, generated(name)[name]["script"] if name in known else file.read_text()


def command(text):
    """Returns the words of a command with absolute paths, because the oracle runs in its own
    folder."""
    return [os.path.abspath(w) if os.path.isfile(w) else w for w in shlex.split(text)]


def parse_arguments():
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    add = parser.add_argument
    script = "file or problem of minimizer/testing/scripts/generate.py (default: those of one rank)"
    add("scripts", nargs="*", metavar="SCRIPT", help=script)
    add("-n", dest="ranks", type=int, default=1, metavar="RANKS", help="ranks of each script (1)")
    names = f"use only this tool; may be repeated: {', '.join(TOOLS)}"
    add("--tool", action="append", choices=TOOLS, metavar="NAME", help=names)
    oracle = "the oracle: gets a file as its last argument, exits with 0 if the file still fails"
    add("--oracle", type=command, metavar="COMMAND", help=oracle)
    add("--seconds", type=int, default=300, help="limit for each tool and script (%(default)s)")
    file = {"type": os.path.abspath, "metavar": "FILE"}
    add("--gridlock", **file, default=str(ROOT / "gridlock"), help="gridlock to use")
    add("--python", **file, default=sys.executable, help="Python with torch (default: this one)")
    return parser.parse_args()


def main():
    hidden = {"still-fails": still_fails, "ask": ask}
    if sys.argv[1:2] and sys.argv[1] in hidden:
        return hidden[sys.argv[1]](*sys.argv[2:])
    options = parse_arguments()
    wanted = options.tool or TOOLS
    tools = [tool for tool in wanted if is_installed(tool, options)]
    if missing := [tool for tool in wanted if tool not in tools]:
        print(f"not installed: {', '.join(missing)}")
    print(f"{'script':<24} {'tool':<11} {'lines':>5} {'nodes':>6} {'questions':>9} {'seconds':>7}")
    failing = [compare(name, text, tools, options) for name, text in problems(options.scripts)]
    return 0 if failing and all(failing) else 1


if __name__ == "__main__":
    sys.exit(main())
