"""The launcher in the script of a cell: starts its ranks and reports a verdict (checks.py).

The launcher is written out with every script. Attributes of `script` are replaced by their values,
and code that the script does not need is left out. Without arguments, a script that checks its
ranks runs itself, as often as needed.
"""

import argparse
import faulthandler
import json
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
from torch.testing._internal.distributed.fake_pg import FakeStore

from gridlock_minimizer.launcher import checks

LIMIT = script.limit  # seconds without output from any rank


def train_rank():
    """Runs one rank; the environment determines which one."""
    faulthandler.enable()
    faulthandler.dump_traceback_later(float(os.environ.get("HANG_LIMIT", 20 * LIMIT)), exit=True)
    torch.set_num_threads(1)
    if script.device.type == "cuda":
        torch.cuda.set_device(script.device)
    if script.sizes:
        dist.init_process_group("fake", rank=0, world_size=script.world_size, store=FakeStore())
    else:
        dist.init_process_group(script.backend)
    training.train(script.case, script.cell, script.device, after_step=print_numbers)
    if script.mode == "check captured":
        checks.tell_graphs()
    if script.mode == "measure growth":
        checks.tell_compile_time()
    dist.barrier()
    dist.destroy_process_group()
    # FSDP keeps the group alive, and the group keeps threads alive that may still hold a tensor of
    # the last collective. If such a thread releases the tensor while the interpreter ends, the rank
    # aborts (torch 2.11, gloo).
    time.sleep(0.1)


def print_numbers(step, loss, grad_norm):
    print(f"step {step} is trained", file=sys.stderr, flush=True)
    if dist.get_rank() == 0 and "--numbers" in sys.argv:
        print(json.dumps({"step": step, "loss": loss, "grad_norm": grad_norm}), flush=True)


def start_ranks():
    """Starts the ranks. Returns a verdict if a rank hangs or fails."""
    # The launcher hosts the store, as torchrun does. If rank 0 bound a port that the launcher has
    # found free, another process might bind it first.
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
        return hang(stuck, texts)
    codes = {rank: process.returncode for rank, process in enumerate(ranks) if rank not in stuck}
    if any(codes.values()):
        return crash(codes, texts)
    if "--numbers" not in sys.argv:
        trained = f"{count_of(len(ranks), 'rank')} trained {count_of(script.steps, 'step')}"
        print(f"verdict: pass: {trained}", file=sys.stderr)


def count_of(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def wait(ranks, logs):
    """Kills the ranks when the time is up, or soon after one has failed. Returns the killed ranks,
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
        ranks[number].send_signal(signal.SIGABRT)  # faulthandler writes the rank's stacks
    time.sleep(2 if stuck else 0)
    for number in stuck:
        ranks[number].kill()
        ranks[number].wait()
    return stuck, late and bool(stuck)


def hang(stuck, texts):
    places = {}
    for rank in stuck:
        places.setdefault(place_of(texts[rank]), []).append(str(rank))
    where = "; ".join(f"rank {', '.join(who)}: {place}" for place, who in places.items())
    return f"verdict: hang: no output for {LIMIT} s; {where}"


def crash(codes, texts):
    """Reports the rank that failed first; the others lose their connections to it."""
    reasons = {rank: reason(texts[rank], code) for rank, code in codes.items() if code}
    first = min(reasons, key=lambda rank: bool(re.search("onnection|peer", reasons[rank])))
    print(texts[first], end="", file=sys.stderr)
    return f"verdict: crash: rank {first}: {reasons[first]}"


def place_of(stacks):
    """Returns this file's innermost line in the last stack, which is the main thread's."""
    main_thread = stacks.rpartition("(most recent call first)")[2]
    frames = re.findall(r'File "(.*)", line (\d+) in (\S+)', main_thread)
    this = os.path.basename(__file__)
    here = [f"{name}, line {line}" for path, line, name in frames if path.endswith(this)]
    return here[0] if here else "an unknown line (the rank printed no stack)"


def reason(text, code):
    """Returns the last line of the exception, or the signal that killed the rank."""
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    line = r"^(?:\[rank\d+\]: )?([\w.]*(?:Error|Exception|Exit)\b.*)"
    raised = re.findall(line, text, re.MULTILINE)
    return raised[-1] if raised else f"exit code {code}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--numbers", action="store_true", help="print loss and gradient norm")
    if script.has_control:
        parser.add_argument("--control", action="store_true", help="run the variant that passes")
    if script.sizes:
        parser.add_argument("size", nargs="?", help="run one rank with this size")
    parser.parse_args()
    if "RANK" in os.environ:
        return train_rank()
    if script.mode == "measure growth":
        alone = {"RANK": "0", "LOCAL_RANK": "0", "WORLD_SIZE": "1"}
        os.environ.update(script.environment | alone)
        command = [sys.executable, __file__, "{}"]
        return checks.measure_growth(command, script.sizes, script.least, script.highest)
    if script.mode == "start" or len(sys.argv) > 1:
        return start_ranks()
    command = [sys.executable, __file__, "--numbers"]
    if script.mode == "compare":
        return checks.compare(command, ["--control"], script.bounds, None)
    if script.mode == "check finite":
        return checks.check_finite(command)
    return checks.check_captured(command)


if __name__ == "__main__":
    sys.exit(main())
