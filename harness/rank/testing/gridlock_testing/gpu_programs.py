"""Runs generated programs of two ranks on GPUs (gpu_program.py) under gridlock exec, and compares
each verdict with what the program does.

    python -m gridlock_testing.gpu_programs SPECIFICATION.json RESULT.json

The specification has "gridlock" (the program), "folder", "runs", "jobs", "seed" and "seconds",
after which no program is started. On a machine with one GPU, both ranks share it."""

import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import time

from gridlock_testing import gpu_program

ON_ONE_GPU = pathlib.Path(__file__).parents[3] / "exec" / "scripts" / "on_one_gpu.py"
# Without its receivers, a broadcast of a few bytes ends at the root.
BLOCKING_CALLS = tuple(call for call in gpu_program.CALLS if call != "broadcast")
LATEST_MS = 2000


def row(number, seed):
    """Returns the arguments of a program, and whether it hangs. Every second one does."""
    chosen = random.Random(f"{seed}/{number}")
    hangs = number % 2 == 1
    fault = chosen.choice([f for f, hanging in gpu_program.FAULTS.items() if hanging == hangs])
    compute = chosen.choice(gpu_program.COMPUTATIONS)
    if fault == "key_behind" and compute == "copies":
        compute = "kernels"  # a copy behind the call would wait for it, so the job would hang
    options = {
        "call": chosen.choice(BLOCKING_CALLS if hangs else gpu_program.CALLS),
        "fault": fault,
        "at-fault": chosen.randrange(2),
        "compute": compute,
        "ahead": chosen.choice((0, 50, 1000)),
        "stream": chosen.choice(("default", "side")),
    }
    arguments = [f"--{name}={value}" for name, value in options.items()]
    if chosen.random() < 0.5:
        arguments.append("--asynchronous")
    return arguments, options, hangs


def gpus():
    listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=True)
    return listed.stdout.count("GPU ")


def script():
    program = gpu_program.__file__
    return [program] if gpus() >= 2 else [str(ON_ONE_GPU), program]


def run(number, specification, command, deadline):
    """Returns the result of a program, or None if the deadline has passed."""
    if time.monotonic() >= deadline:
        return None
    arguments, options, hangs = row(number, specification["seed"])
    folder = pathlib.Path(specification["folder"]) / str(number)
    folder.mkdir(parents=True)
    verdict = folder / "verdict.json"
    exec_options = ["-n", "2", "--timeout", "30", "--on-likely", "kill:6", "--json", str(verdict)]
    exec_options += ["--evidence", str(folder / "evidence"), "--python", sys.executable]
    began = time.monotonic()
    with open(folder / "output.txt", "w") as output:
        subprocess.run(
            [specification["gridlock"], "exec", *exec_options, *command, *arguments],
            stdout=output,
            stderr=subprocess.STDOUT,
            timeout=120,
        )
    record = json.loads(verdict.read_text()) if verdict.exists() else {"verdict": "none"}
    return {
        "number": number,
        "arguments": " ".join(arguments),
        "hangs": hangs,
        "answer": answer(record),
        "ranks": record.get("ranks", []),
        "right": is_right(record, options, hangs, (folder / "output.txt").read_text()),
        "latency_ms": record.get("latency_ms"),
        "sentence": record.get("sentence", ""),
        "seconds": round(time.monotonic() - began, 1),
    }


def answer(record):
    likely = record["verdict"] == "deadlock" and not record.get("proved", True)
    return "likely" if likely else record["verdict"]


def is_right(record, options, hangs, output):
    if not hangs:
        return record["verdict"] == "ended"
    if options["fault"] == "shorter":  # NCCL may wait, fail, or return other numbers
        return record["verdict"] != "ended" or "did not match" in output
    if record["verdict"] not in ("deadlock", "desync"):
        return False
    return options["fault"] == "key" or record.get("ranks") == [options["at-fault"]]


def main():
    specification = json.loads(pathlib.Path(sys.argv[1]).read_text())
    command = script()
    deadline = time.monotonic() + specification["seconds"]
    with concurrent.futures.ThreadPoolExecutor(specification["jobs"]) as pool:
        runs = [
            pool.submit(run, number, specification, command, deadline)
            for number in range(specification["runs"])
        ]
        rows = []
        for done in concurrent.futures.as_completed(runs):
            last = done.result()
            if last is None:
                continue
            rows.append(last)
            if not last["right"]:
                print(f"{last['arguments']}: {last['answer']} {last['ranks']}", file=sys.stderr)
    rows.sort(key=lambda each: each["number"])
    pathlib.Path(sys.argv[2]).write_text(json.dumps({"rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
