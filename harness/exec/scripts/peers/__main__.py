"""python -m peers: see __init__.py."""

import argparse
import json
import pathlib
import sys
import tempfile
import time

from header import expected
from peers import detail, flight_recorder, gridlock_exec, resiliency, watchdog
from peers.answer import Answer, Refused, Settings

PEERS = (gridlock_exec, detail, flight_recorder, watchdog, resiliency)

# One fault of each class, with and without DDP, and healthy jobs with a slow rank.
FAULTS = (
    "hanging/async_metric_missing",
    "hanging/clip_grad_norm_some_ranks",
    "hanging/early_stop_local_loss",
    "hanging/gather_different_roots",
    "hanging/metrics_in_own_order",
    "hanging/tp_dp_opposite_order",
    "hanging/pipeline_both_receive_first",
    "hanging/new_group_members_only",
    "hanging/store_key_name",
    "hanging/sampling_never_accepts",
    "healthy/slow_checkpoint",
    "healthy/pipeline_slow_stage",
)

_START_SECONDS = 30
_SCRIPTS = pathlib.Path(__file__).parents[1]


def main(arguments):
    chosen = _parse(arguments)
    began = time.monotonic()
    _say(chosen, "script", "under", "found", "class", "ranks", "s", "words")
    rows = []
    for name in chosen.only or FAULTS:
        for peer in PEERS:
            rows.append(_row(name, peer, chosen))
            _print(rows[-1], chosen)
    if not chosen.json:
        print(_summary(rows, chosen, time.monotonic() - began))
    return 0


def _parse(arguments):
    parser = argparse.ArgumentParser(prog="gridlock bench peers")
    parser.add_argument("gridlock", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=10, help="timeout of each tool")
    parser.add_argument("--only", nargs="*", choices=FAULTS, metavar="SCRIPT")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    return parser.parse_args(arguments)


def _row(name, peer, chosen):
    script = _SCRIPTS / f"{name}.py"
    wanted = expected(script)
    hangs = wanted["verdict"] != "ended"
    row = {"script": name, "peer": peer.NAME, "hangs": hangs, "refused": ""}
    with tempfile.TemporaryDirectory() as folder:
        limit = 4 * chosen.seconds + _START_SECONDS
        settings = Settings(chosen.gridlock, chosen.seconds, limit, pathlib.Path(folder))
        try:
            answer = peer.judge(script, wanted, settings)
        except Refused as why:
            return row | {"refused": str(why)}
    return row | _judged(answer, wanted, hangs)


def _judged(answer: Answer, wanted, hangs):
    detected = hangs and answer.detected
    return {
        "detected": answer.detected,
        "class_right": detected and wanted.get("class") in answer.classes,
        "ranks_right": detected and answer.ranks == tuple(wanted.get("at_fault", ())),
        "seconds": round(answer.seconds, 1),
        "words": answer.words,
    }


def _print(row, chosen):
    if chosen.json:
        print(json.dumps(row), flush=True)
    elif row["refused"]:
        _say(chosen, row["script"], row["peer"], "refused", "", "", "", row["refused"])
    else:
        found = "yes" if row["detected"] else "no"
        if not row["hangs"]:
            found = "FALSE" if row["detected"] else "quiet"
        told = [_yes(row[key]) if row["hangs"] else "" for key in ("class_right", "ranks_right")]
        _say(chosen, row["script"], row["peer"], found, *told, row["seconds"], row["words"])


def _yes(right):
    return "yes" if right else "-"


def _say(chosen, script, peer, found, right_class, ranks, seconds, words):
    if chosen.json:
        return
    script = script.partition("/")[2] or script
    columns = f"{script[:27]:<28}{peer[:30]:<31}{found:<8}{right_class:<6}{ranks:<6}{seconds:>5}"
    print(f"{columns}  {words[:80]}".rstrip(), flush=True)


def _summary(rows, chosen, seconds):
    """Returns a Markdown table for a page of results."""
    lines = ["", "| | hangs found | class | ranks | median seconds | false alarms | refused |"]
    lines.append("|---|---|---|---|---|---|---|")
    for peer in PEERS:
        mine = [row for row in rows if row["peer"] == peer.NAME]
        ran = [row for row in mine if not row["refused"]]
        hung = [row for row in ran if row["hangs"]]
        found = [row for row in hung if row["detected"]]
        healthy = [row for row in ran if not row["hangs"]]
        cells = [
            f"{len(found)} of {len(hung)}",
            sum(row["class_right"] for row in found),
            sum(row["ranks_right"] for row in found),
            _median([row["seconds"] for row in found]),
            f"{sum(row['detected'] for row in healthy)} of {len(healthy)}",
            len(mine) - len(ran),
        ]
        lines.append(f"| {peer.NAME} | " + " | ".join(map(str, cells)) + " |")
    lines.append(f"\nTimeout of each tool: {chosen.seconds:g} s. All runs took {seconds:.0f} s.")
    return "\n".join(lines)


def _median(values):
    return sorted(values)[(len(values) - 1) // 2] if values else "-"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
