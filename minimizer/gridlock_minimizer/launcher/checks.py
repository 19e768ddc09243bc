"""Checks of ranks that end well. These functions are written out with the script.

A check runs `command`, which starts the ranks, once or several times with different arguments. If
the failure shows, the check returns the last line of the script's output. Otherwise the check
prints that line itself. The line is "verdict: RESULT: REASON". RESULT is "wrong NUMBER",
"not_compiled", "blow-up" or "pass"; for a cell that runs once also "hang" or "crash".
minimizer/ranks/ending.h reads the line.
"""

import json
import math
import os
import re
import subprocess
import sys


def output_of(command):
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    print(run.stdout, end="", flush=True)
    if run.returncode:
        sys.exit(run.returncode)
    return run.stdout


# Ranks print in parallel, so a step may be anywhere in a line, and steps may be out of order.
def numbers_of(command):
    steps = map(json.loads, re.findall('{"step".*?}', output_of(command)))
    return sorted(steps, key=lambda step: (step["step"], str(step)))


# `bounds`: the allowed relative difference, by name of the number. `others`: the allowed difference
# of all other numbers; None allows any difference.
def compare(command, control, bounds, others):
    for mine, right in zip(numbers_of(command), numbers_of([*command, *control])):
        for name in [name for name in mine if isinstance(mine[name], float) and name in right]:
            a, b, bound = mine[name], right[name], bounds.get(name, others)
            if bound is not None and not abs(a - b) <= bound * max(abs(a), abs(b)):
                numbers = f"{a} in step {mine['step']}, {b} with {' '.join(control)}"
                return f"verdict: wrong {name}: {numbers} (relative bound {bound:g})"
    print("verdict: pass: the script and its control print the same numbers", file=sys.stderr)


def check_finite(command):
    for step in numbers_of(command):
        for name, value in step.items():
            if isinstance(value, float) and not math.isfinite(value):
                return f"verdict: wrong {name}: {value} in step {step['step']}"
    print("verdict: pass: all numbers are finite", file=sys.stderr)


# "{}" in the command stands for the size. `least` and `highest` are the bounds of
# harness/diagnosis/blowup.h.
def measure_growth(command, sizes, least, highest):
    seconds = []
    for size in sizes:
        output = output_of([word.replace("{}", str(size)) for word in command])
        told = re.findall(r"^compile seconds: (\S+)", output, re.MULTILINE)
        seconds.append(max(map(float, told), default=0.0))
        print(f"size {size}: compiled for {seconds[-1]:.2f} s", file=sys.stderr)
    small, large = (max(s, 1e-9) for s in seconds)
    order = math.log(large / small) / math.log(sizes[1] / sizes[0])
    if seconds[1] >= least and order > highest:
        return f"verdict: blow-up: compile time grows like size^{order:.1f}"
    print(f"verdict: pass: compile time grows like size^{order:.1f}", file=sys.stderr)


# Each rank calls this function when it ends; measure_growth() reads the printed line.
def tell_compile_time():
    from torch._dynamo import utils as dynamo

    spent = dynamo.calculate_time_spent().get("total_wall_time", 0.0)
    print(f"compile seconds: {spent:.3f}", flush=True)


def check_captured(command):
    eager = re.findall(r"rank (\d+): no graph was captured", output_of(command))
    if eager:
        ranks = ", ".join(sorted(eager, key=int))
        return f"verdict: not_compiled: rank {ranks}: no graph was captured"
    print("verdict: pass: every rank captured a graph", file=sys.stderr)


# Each rank calls this function when it ends; check_captured() reads the printed line.
def tell_graphs():
    from torch._dynamo import utils as dynamo

    if not dynamo.counters["stats"]["unique_graphs"]:
        print(f"rank {os.environ['RANK']}: no graph was captured", flush=True)
