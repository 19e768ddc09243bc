"""latency.py GRIDLOCK RUNS SCRIPT …: measures the ms from a script's last event to gridlock exec's
proof of its hang. Exits with 1 if a run ends without a proof, and with 2 if a script is missing."""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

from header import expected

_HERE = pathlib.Path(__file__).parent


def latency(gridlock, script):
    """Returns the ms from the last event to the proof, or None if there is no proof."""
    with tempfile.TemporaryDirectory() as folder:
        verdict = pathlib.Path(folder) / "verdict.json"
        command = [gridlock, "exec", "-n", str(expected(script)["ranks"])]
        command += ["--python", sys.executable, "--on-likely", "kill:3"]
        command += ["--json", verdict, "--evidence", pathlib.Path(folder) / "evidence", script]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        said = json.loads(verdict.read_text())
    return said["latency_ms"] if said["verdict"] == "deadlock" and said["proved"] else None


def quantile(values, percent):
    """Returns the smallest value that at least `percent` % of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def main(gridlock, runs, *scripts):
    missing = [script for script in scripts if not (_HERE / f"{script}.py").exists()]
    if missing:
        print(f"gridlock: no script {missing[0]!r} in {_HERE}", file=sys.stderr)
        return 2
    every, unproved = [], 0
    print(f"{'':<32}{'proved':>9}{'median':>9}{'most':>9}  ms")
    for script in scripts:
        asked = [latency(gridlock, _HERE / f"{script}.py") for _ in range(int(runs))]
        proved = [value for value in asked if value is not None]
        unproved += len(asked) - len(proved)
        every += proved
        numbers = (
            f"{statistics.median(proved):>9.0f}{max(proved):>9.0f}" if proved else f"{'-':>9}" * 2
        )
        print(f"{script:<32}{f'{len(proved)} of {len(asked)}':>9}{numbers}", flush=True)
    if every:
        print(f"p50 {quantile(every, 50):.0f} ms, p99 {quantile(every, 99):.0f} ms")
    return 1 if unproved else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
