"""Runs a job with Flight Recorder. A rank dumps its records when no new record arrives for some
time, and torchfrtrace reads the dumps."""

import ast
import pathlib
import re
import sys
import time

from peers.answer import Answer
from peers.launch import run, torchrun

NAME = "Flight Recorder + torchfrtrace"

_MISSING = re.compile(r"Not all ranks joining collective.*?missing ranks: (\{[\d, ]+\})", re.S)
_CULPRITS = re.compile(r"has errors.*?error msg: ([^\n]*)", re.S)
_CULPRIT = re.compile(r"Culprit rank (\d+); (?:Error type: )?(\w+)")
_CLASSES = {
    "COLLECTIVE_TYPE_MISMATCH": frozenset(["mismatched operation", "different order"]),
    "SIZE_OR_SYNTAX_MISMATCH": frozenset(["mismatched arguments", "different order"]),
    "COLLECTIVE_DTYPE_MISMATCH": frozenset(["mismatched arguments", "different order"]),
}
_BUFFER = {"TORCH_FR_BUFFER_SIZE": "2000", "TORCH_NCCL_TRACE_BUFFER_SIZE": "2000"}


def judge(script, wanted, settings):
    dumps = settings.folder / "dumps"
    dumps.mkdir()

    def all_dumped():
        return len(list(dumps.glob("rank_*[0-9]"))) == wanted["ranks"]

    done = torchrun(
        script, wanted["ranks"], "flight_recorder.py", settings, _BUFFER, until=all_dumped
    )
    if not all_dumped():
        return Answer(done.seconds, False)
    began = time.monotonic()
    report = run([pathlib.Path(sys.executable).parent / "torchfrtrace", dumps], settings.limit)
    return _read(report.output, done.seconds + time.monotonic() - began)


def _read(report, seconds):
    found = [match for match in (_MISSING.search(report), _CULPRITS.search(report)) if match]
    if not found:
        lines = report.strip().splitlines() or ["nothing"]
        return Answer(seconds, True, words=lines[-1])
    match = min(found, key=re.Match.start)
    if match.re is _MISSING:
        ranks = tuple(sorted(ast.literal_eval(match.group(1))))
        words = f"Not all ranks joining collective, missing ranks: {match.group(1)}"
        return Answer(seconds, True, frozenset(["missing rank"]), ranks, words)
    culprits = _CULPRIT.findall(match.group(1))
    ranks = tuple(sorted({int(rank) for rank, _ in culprits}))
    classes = frozenset().union(*(_CLASSES.get(kind, frozenset()) for _, kind in culprits))
    return Answer(seconds, True, classes, ranks or None, match.group(1))
