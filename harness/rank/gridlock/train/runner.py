"""Trains one cell in this rank and reports the results."""

import gc
import resource
import time
import traceback

import torch
import torch.distributed as dist

import gridlock
from gridlock import case, memory
from gridlock.compiler import counters, tracing
from gridlock.probe import recording
from gridlock.settings import setting, snapshot
from gridlock.start import environment, zygote
from gridlock.train import caches, digests, fingerprint, groups, initial_state
from gridlock.train import printing, profiling, rounded, tensor_trace, training, watching
from gridlock.train.channel import encode


def run(spec, channel):
    """Trains the cell of `spec` (see ../../README.md). Returns true if the training run finished.
    Raises no exception.

    A warm rank calls this function again for its next cell.
    """
    phases = _Phases(channel)
    try:
        _train(spec, channel, phases)
        return True
    except BaseException as error:  # a case may raise anything, even SystemExit
        if "terminal" in spec:
            from gridlock.train import debugger  # imported here because it is rarely used

            debugger.post_mortem(error, spec, channel)
        phases.leave()
        channel.report(encode(_describe(error, phases)))
        return False


def _train(spec, channel, phases):
    phases.enter("start")
    environment.set_rank(spec)
    if spec.get("probe") != "off" and hasattr(channel, "ring"):
        recording.install(channel.ring)
        if "stress" in spec:
            recording.linger(spec["stress"] * spec["world_size"] + spec["rank"])
    device = groups.device_of(spec)
    cell = gridlock.cell.load(spec)
    peaks = _start_afresh(device)
    if spec["rank"] == 0 and "snapshot" in spec:
        snapshot.write_once(spec["snapshot"], own=spec.get("environment", ()))
    setting.apply(setting.of_cell(cell))

    phases.enter("group")
    groups.join(spec)
    groups.context(cell, device)

    phases.enter("build")
    the_case = case.load(spec["case"], spec["case_dir"])
    if spec["rank"] == 0 and "initial_state" in spec:
        initial_state.write(the_case, cell, spec["initial_state"])
    state = _State(digests.observer(device) if spec.get("digests") != "off" else None)
    trace = tensor_trace.TensorTrace(cell) if "taps" in spec else None
    printed = printing.Printed()
    callbacks = {
        "after_build": lambda model: state.watch(spec, cell, model, the_case),
        "before_step": phases.begin_step,
        "after_gradients": state.see_gradients,
        "after_update": state.see_update,
        "after_step": lambda *numbers: phases.report_step(*numbers, state.read(), printed.take()),
    }
    with (
        caches.of_cell(cell, spec, lambda: _train_one_step(the_case, spec, device, phases)),
        watching.compiler(phases, peaks, lambda message: channel.report(encode(message))),
        tracing.traced(spec.get("torch_trace")),
        tracing.minified(spec.get("torch_minifier")),
        printed,
        profiling.last_step(spec.get("torch_profile"), cell, callbacks) as profiled,
    ):
        training.train(the_case, cell, device, **tensor_trace.add_to(profiled, trace))

    peaks.turn("steps")
    phases.end_training()
    begin = phases.begin_rounded
    for report in rounded.trainings(the_case, cell, device, spec, begin, trace):
        if spec["rank"] == 0:
            channel.report(encode(report))
    if trace:
        trace.write(spec["taps"])

    phases.enter("done")
    channel.report(encode(_summary(spec, device, phases, peaks)))
    if spec["tier"] != "warm":
        # No rank exits before all are done: an exit closes connections that other ranks may still
        # read from.
        dist.barrier()


def _train_one_step(the_case, spec, device, phases):
    """Trains one step to fill the compiler's caches."""
    cell = gridlock.cell.__class__().load(spec | {"steps": 1})
    training.train(the_case, cell, device, before_step=phases.begin_filling)


def _start_afresh(device):
    """Removes the state that an earlier cell left in a warm rank. Takes no time in a fresh
    process."""
    counters.reset()
    torch.set_float32_matmul_precision("highest")
    gc.collect()
    if device.type == "cuda":
        torch.cuda.set_device(device)
    else:
        torch.set_num_threads(1)
    return memory.Peaks(device)


def _summary(spec, device, phases, peaks):
    summary = {
        "type": "done",
        "seconds": phases.seconds,
        "compile_cpu_seconds": phases.compile_cpu_seconds,
        "compile": {
            "graphs": counters.graphs(),
            "breaks": counters.breaks(),
            "recompiles": counters.recompiles(),
            **counters.caches(),
        },
        "peak_memory_mib": max(peaks.steps, peaks.compile),
        "compile_peak_memory_mib": peaks.compile,
        "step_peak_memory_mib": peaks.steps,
    }
    if spec["rank"] == 0:
        summary["environment"] = fingerprint.of(device)
        summary["new_modules"] = zygote.new_modules()
    return summary


def _describe(error, phases):
    return {
        "type": "error",
        "phase": phases.name,
        "seconds": phases.seconds,
        "error": "".join(traceback.format_exception_only(error)).strip(),
        "traceback": "".join(traceback.format_exception(error)),
    }


def _cpu_seconds():
    """Returns the processor seconds of this process and its children. Unlike wall time, they do not
    depend on how busy the machine is."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class _State:
    """Passes the training state to the observer, if there is one, and returns the digests of each
    step."""

    def __init__(self, observer):
        self._observer = observer

    def watch(self, spec, cell, model, case):
        if self._observer and spec.get("digests") == "activations":
            self._observer.watch(cell, model, case.layers(model))

    def see_gradients(self, model):
        if self._observer:
            self._observer.see_gradients(model)

    def see_update(self, _, optimizer):
        if self._observer:
            self._observer.see_update(optimizer)

    def read(self):
        return self._observer.read() if self._observer else {}


class _Phases:
    """Forwards phases and steps to the channel, and adds up the seconds of each phase."""

    def __init__(self, channel):
        self.name, self.step = "", -1
        self.seconds = {}
        self.compile_cpu_seconds = 0.0  # includes the compilers that this process started
        self._kind = ""  # key in `seconds` for the current phase; "" means the phase's own name
        self._channel = channel
        self._began = self._cpu_began = 0.0
        self._step_began = 0.0
        self._compiled_before = 0.0  # `seconds` of compiling before this step

    def leave(self):
        if self.name:
            kind = self._kind or ("steps" if self.name == "step" else self.name)
            spent = time.perf_counter() - self._began
            self.seconds[kind] = self.seconds.get(kind, 0.0) + spent
            if kind == "compile":
                self.compile_cpu_seconds += _cpu_seconds() - self._cpu_began

    def enter(self, name, step=-1):
        self.leave()
        self._kind = ""
        now = time.perf_counter()
        if step != self.step:
            self._step_began = now
            self._compiled_before = self.seconds.get("compile", 0.0)
        self.name, self.step, self._began = name, step, now
        if name == "compile":
            self._cpu_began = _cpu_seconds()
        self._channel.phase(name, step)

    def begin_step(self, number):
        self.enter("step", number)

    def end_training(self):
        """Ends the steps. The time until the next phase is not added to the seconds of steps."""
        self.leave()
        self._kind, self._began = "noise", time.perf_counter()

    def begin_rounded(self, number):
        """Begins a step with random rounding. For observers, it is the same as any other step."""
        self.enter("step", number)
        self._kind = "noise"

    def begin_filling(self, number):
        """Begins a step that fills caches, before the training run."""
        self.enter("step", number)
        self._kind = "filling"

    def report_step(self, number, loss, grad_norm, state, printed):
        compiled = self.seconds.get("compile", 0.0) - self._compiled_before
        seconds = time.perf_counter() - self._step_began - compiled
        numbers = {"step": number, "loss": loss, "grad_norm": grad_norm, "seconds": seconds}
        numbers["compile_seconds"] = compiled
        if printed:
            numbers["printed"] = printed
        self._channel.report(encode({"type": "step", **numbers, "state": state}))
