"""Generates failing scripts, whose smallest forms were written by hand. The pieces of a core
(cores/*.py: pieces separated by blank lines, followed by the smallest form) are spread over working
code that the failure does not need. The scripts are the same on every machine.

  python generate.py            one JSON object a line: each problem without its script
  python generate.py NAME       the problem with its script
"""

import dataclasses
import json
import pathlib
import random
import sys

import noise

_OPTIMUM = "# the smallest script\n"
_CORES = pathlib.Path(__file__).parent / "cores"


@dataclasses.dataclass
class Problem:
    core: str
    lines: int  # approximate
    ranks: int
    default: bool = False  # part of the default benchmark, which takes minutes

    @property
    def name(self):
        return f"{self.core}-{self.lines}x{self.ranks}"


PROBLEMS = [
    Problem("hang_skipped_call", 50, 2, default=True),
    Problem("hang_skipped_call", 150, 8),
    Problem("hang_skipped_call", 50, 32),
    Problem("hang_two_groups", 100, 2),
    Problem("hang_two_groups", 400, 4),
    Problem("hang_subgroup", 100, 4, default=True),
    Problem("hang_subgroup", 150, 16),
    Problem("hang_receive", 50, 2),
    Problem("hang_receive", 400, 4),
    Problem("hang_async_wait", 200, 2),
    Problem("crash_shapes", 50, 1, default=True),
    Problem("crash_shapes", 400, 2),
    Problem("crash_lookup", 150, 1),
    Problem("crash_lookup", 200, 4),
    Problem("crash_chain", 100, 1, default=True),
    Problem("crash_chain", 400, 1),
    Problem("compile_relu", 100, 1),
    Problem("wrong_not_finite", 50, 1),
    Problem("wrong_not_finite", 150, 2),
    Problem("wrong_scale", 50, 2, default=True),
    Problem("wrong_scale", 200, 4),
]


def core_of(problem):
    """Returns a core's settings ("# key: value" lines), its pieces, and its optimum."""
    text, optimum = (_CORES / f"{problem.core}.py").read_text().split(_OPTIMUM)
    settings, pieces = {}, []
    for part in text.strip().split("\n\n"):
        lines = part.splitlines()
        while lines and lines[0].startswith("# ") and not pieces:
            key, value = lines.pop(0)[2:].split(": ", 1)
            settings[key] = value
        if lines:
            pieces.append("\n".join(lines))
    return settings, pieces, optimum


def script_of(problem, pieces):
    """Returns the script. It begins with the first piece, which contains the imports and starts the
    group. The noise makes no collective calls after the ranks have diverged, because such calls
    would pair with calls of the core."""
    source = random.Random(problem.name)
    left = problem.lines - sum(piece.count("\n") + 1 for piece in pieces)
    lines = [pieces[0], noise.IMPORTS]
    gaps = [left // len(pieces)] * len(pieces)
    for number, gap in enumerate(gaps):
        if number > 0:
            lines.append(pieces[number])
        together = problem.ranks > 1 and not any("get_rank" in p for p in pieces[: number + 1])
        lines += noise.units(source, number, source.randint(gap - gap // 4, gap + gap // 4), together)
    return "\n".join(lines) + "\n"


def described(problem):
    settings, pieces, optimum = core_of(problem)
    return {
        "name": problem.name,
        "kind": problem.core.split("_")[0],
        "default": problem.default,
        "ranks": problem.ranks,
        "fewest_ranks": int(settings["ranks"]),
        "pieces": len(pieces) - 1,
        "optimum": optimum,
        "control": settings.get("control", ""),
        "numbers": "numbers" in settings,
    }


def main():
    wanted = sys.argv[1:]
    for problem in PROBLEMS:
        if wanted and problem.name not in wanted:
            continue
        row = described(problem)
        if wanted:
            row["script"] = script_of(problem, core_of(problem)[1])
        print(json.dumps(row))


if __name__ == "__main__":
    main()
