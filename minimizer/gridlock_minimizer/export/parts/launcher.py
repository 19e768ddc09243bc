"""How a script starts its ranks, and how it says what became of them.

Written out with every script: what `script` gives is put in its place, and what a script does not
need is left out. Without arguments a script that compares runs itself twice.
"""

import argparse
import faulthandler
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import script
import torch
import torch.distributed as dist
from gridlock.train import training
from torch._dynamo import utils as dynamo
from torch.testing._internal.distributed.fake_pg import FakeStore

LIMIT = script.limit  # seconds without a sign of life of any rank
NO_GRAPH = "asked to compile, but no graph was captured"


def train_rank():
    """What one rank does; the environment says which one it is."""
    faulthandler.enable()
    longest = float(os.environ.get("HANG_LIMIT", 20 * LIMIT))  # seconds
    faulthandler.dump_traceback_later(longest, exit=True)
    torch.set_num_threads(1)
    if script.device.type == "cuda":
        torch.cuda.set_device(script.device)
    if script.sizes:
        dist.init_process_group("fake", rank=0, world_size=script.world_size, store=FakeStore())
    else:
        dist.init_process_group(script.backend)
    training.train(script.case, script.cell, script.device, after_step=print_numbers)
    if script.checks_graphs:
        tell_graphs()
    if script.sizes:
        tell_compile_time()
    dist.barrier()
    dist.destroy_process_group()
    # FSDP keeps the group, and with it threads that may still hold a tensor of the last collective. One
    # that lets go of it while the interpreter ends aborts the rank (torch 2.11, gloo).
    time.sleep(0.1)


def print_numbers(step, loss, grad_norm):
    print(f"step {step} is trained", file=sys.stderr, flush=True)
    if dist.get_rank() == 0 and "--numbers" in sys.argv:
        print(json.dumps({"step": step, "loss": loss, "grad_norm": grad_norm}), flush=True)


def tell_graphs():
    if not dynamo.counters["stats"]["unique_graphs"]:
        print(NO_GRAPH, file=sys.stderr, flush=True)


def tell_compile_time():
    spent = dynamo.calculate_time_spent().get("total_wall_time", 0.0)
    print(f"compile seconds: {spent:.3f}", flush=True)


def start_ranks():
    """Starts the ranks; 0 if all of them end well. Else says what happened, and gives 1."""
    # As torchrun does it: a port that was free a moment ago may be taken when rank 0 wants it.
    store = dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
    world = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(store.port)}
    world |= {"TORCHELASTIC_USE_AGENT_STORE": "True", "TORCHELASTIC_RESTART_COUNT": "0"}
    ranks, logs = [], []
    for rank in range(script.world_size):
        place = {"RANK": str(rank), "LOCAL_RANK": str(rank), "WORLD_SIZE": str(script.world_size)}
        logs.append(tempfile.TemporaryFile("w+"))
        env = os.environ | script.environment | world | place
        ranks.append(subprocess.Popen([sys.executable, *sys.argv], env=env, stderr=logs[-1]))
    stuck, late = wait(ranks, logs)
    texts = [(log.seek(0), log.read())[1] for log in logs]
    if late:
        return tell_hang(stuck, texts)
    codes = {rank: process.returncode for rank, process in enumerate(ranks) if rank not in stuck}
    if any(codes.values()):
        return tell_crash(codes, texts)
    if script.checks_graphs and any(NO_GRAPH in text for text in texts):
        return tell_not_compiled(texts)
    if "--numbers" not in sys.argv:
        print(f"no failure: {len(ranks)} ranks trained {script.steps} steps", file=sys.stderr)
    return 0


def wait(ranks, logs):
    """Ends them when the time is up, or soon after one has failed. Gives the ranks that it ended,
    and whether the time was up."""
    end, written, late = time.monotonic() + LIMIT, 0, True
    while any(rank.poll() is None for rank in ranks) and time.monotonic() < end:
        if late and any(rank.poll() for rank in ranks):
            end, late = time.monotonic() + 5, False
        if late and written < (now := sum(os.fstat(log.fileno()).st_size for log in logs)):
            end, written = time.monotonic() + LIMIT, now
        time.sleep(0.05)
    stuck = [number for number, rank in enumerate(ranks) if rank.poll() is None]
    for number in stuck:
        ranks[number].send_signal(signal.SIGABRT)  # faulthandler writes its stacks
    time.sleep(2 if stuck else 0)
    for number in stuck:
        ranks[number].kill()
        ranks[number].wait()
    return stuck, late and bool(stuck)


def tell_hang(stuck, texts):
    places = {}
    for rank in stuck:
        places.setdefault(place_of(texts[rank]), []).append(str(rank))
    where = "; ".join(f"rank {', '.join(who)}: {place}" for place, who in places.items())
    print(f"hang: nothing for {LIMIT} s; {where}", file=sys.stderr)
    return 1


def tell_crash(codes, texts):
    """The others lose their connections to the one that failed first."""
    reasons = {rank: reason(texts[rank], code) for rank, code in codes.items() if code}
    first = min(reasons, key=lambda rank: bool(re.search("onnection|peer", reasons[rank])))
    print(texts[first], f"crash: rank {first}: {reasons[first]}", file=sys.stderr, sep="")
    return 1


def tell_not_compiled(texts):
    eager = ", ".join(str(rank) for rank, text in enumerate(texts) if NO_GRAPH in text)
    print(f"not compiled: rank {eager}: {NO_GRAPH}", file=sys.stderr)
    return 1


def place_of(stacks):
    """The innermost line of this file in the stack of the main thread, which is the last one."""
    main_thread = stacks.rpartition("(most recent call first)")[2]
    frames = re.findall(r'File "(.*)", line (\d+) in (\S+)', main_thread)
    this = os.path.basename(__file__)
    here = [f"{name}, line {line}" for path, line, name in frames if path.endswith(this)]
    return here[0] if here else "an unknown place (it did not answer)"


def reason(text, code):
    """The last line of the exception, or the signal that killed the rank."""
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    line = r"^(?:\[rank\d+\]: )?([\w.]*(?:Error|Exception|Exit)\b.*)"
    raised = re.findall(line, text, re.MULTILINE)
    return raised[-1] if raised else f"exit code {code}"


def numbers_of(side):
    """What one side trains: {"loss": […], "grad_norm": […]}. Nothing follows where it fails."""
    command = [sys.executable, __file__, "--numbers", *side]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        sys.exit(run.returncode)
    steps = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    return {series: [step[series] for step in steps] for series in ("loss", "grad_norm")}


def compare():
    """1 if the numbers of the two sides are further apart than they may be."""
    numbers, control = numbers_of([]), numbers_of(["--control"])
    for series, relative in script.bounds.items():
        for step, (mine, its) in enumerate(zip(numbers[series], control[series])):
            if not abs(mine - its) <= relative * max(abs(mine), abs(its)):
                message = f"wrong: {series} of step {step} is {mine!r}, with --control {its!r}"
                print(f"{message}; {relative:g} of it is allowed", file=sys.stderr)
                return 1
    print("no failure: both sides train the same numbers", file=sys.stderr)
    return 0


def check_finite():
    """1 if a number is not finite."""
    for series, values in numbers_of([]).items():
        for step, value in enumerate(values):
            if not math.isfinite(value):
                print(f"wrong: {series} of step {step} is {value}", file=sys.stderr)
                return 1
    print("no failure: all numbers are finite", file=sys.stderr)
    return 0


def compare_compile_times():
    """1 if compile time explodes between the two sizes."""
    seconds, alone = [], {"RANK": "0", "LOCAL_RANK": "0", "WORLD_SIZE": "1"}
    for size in script.sizes:
        command = [sys.executable, __file__, str(size)]
        env = os.environ | script.environment | alone
        run = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True)
        if run.returncode:
            return run.returncode
        seconds.append(float(re.search(r"^compile seconds: (\S+)", run.stdout, re.MULTILINE)[1]))
        print(f"size {size}: compiled for {seconds[-1]:.2f} s", file=sys.stderr)
    small, large = script.sizes
    order = math.log(seconds[1] / max(seconds[0], 1e-9)) / math.log(large / small)
    # The bounds of minimizer/ranks/growth.cc.
    if seconds[1] >= 1 and order > 3:
        print(f"blow-up: compile time grows like size^{order:.1f}", file=sys.stderr)
        return 1
    print(f"no failure: compile time grows like size^{order:.1f}", file=sys.stderr)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--numbers", action="store_true", help="print loss and gradient norm")
    if script.has_control:
        parser.add_argument("--control", action="store_true", help="run the variant that passes")
    if script.sizes:
        parser.add_argument("size", nargs="?", help="compile it in this size, as a rank")
    options = parser.parse_args()
    if "RANK" in os.environ:
        return train_rank()
    if script.sizes:
        return compare_compile_times()
    if script.compares and len(sys.argv) == 1:
        return compare()
    if script.checks_finite and not options.numbers:
        return check_finite()
    return start_ranks()


if __name__ == "__main__":
    sys.exit(main())
