"""Combines torch's events of one compilation into one message. Each compiled frame has a message.
The frame's backward has its own message, because torch compiles the backward when it is first
needed."""

import itertools
import json

from torch._dynamo import utils as dynamo

from gridlock.compiler import breaks, graphs, specialization

# Phases of a compilation, and torch's names for their seconds. One phase may contain another: the
# seconds of Dynamo include the backend, and the backend includes all other phases. The seconds of
# contained phases are subtracted.
_PHASES = {
    "dynamo": ("_compile.compile_inner",),
    "backend": ("OutputGraph.call_user_compiler", "backward._backward_impl"),
    "partitioner": ("min_cut_rematerialization_partition",),
    "inductor": ("compile_fx_inner",),
    "code": ("GraphLowering.codegen", "PyCodeCache.load_by_key_path"),
}
_GRAPHS = {
    "dynamo_output_graph": "captured",
    "aot_inference_graph": "inference",
    "aot_forward_graph": "forward",
    "aot_backward_graph": "backward",
}
_CACHES = {"fx_graph_cache": "graphs", "aotautograd_cache": "autograd"}


class Frames:
    """Collects the events of frames, and calls `report(message)` as soon as a frame is compiled.
    The message is a CompiledFrame of harness/protocol/compiled_frame.h. `members(name)` returns the
    ranks of a group, such as "0-3". `measure()` returns further fields of the message: the step and
    the memory.
    """

    def __init__(self, report, members, measure):
        self._report, self._members, self._measure = report, members, measure
        self._open = {}  # events of unfinished compilations, by compile id
        self._codes = {}  # code of frames, by the frame part of a compile id
        self._values = {}  # hash of a frame's values, by compile id; its backward has the same id
        self._spent = {}

    def on_event(self, name, metadata, payload, compile_id):
        if name in _GRAPHS:
            self._of(compile_id)["graphs"][_GRAPHS[name]] = payload()
        elif name == "dynamo_cpp_guards_str":
            self._values[compile_id] = specialization.read(payload)
        elif name == "artifact":
            self._see_artifact(metadata()["name"], payload, compile_id)
        elif name == "inductor_output_code":
            self._of(compile_id)["code"].append(metadata().get("filename", ""))
        elif name in ("compilation_metrics", "bwd_compilation_metrics"):
            self._close(compile_id, metadata(), name.startswith("bwd"))

    def _of(self, compile_id):
        return self._open.setdefault(compile_id, _nothing())

    def _see_artifact(self, name, payload, compile_id):
        if name == "dynamo_graph_break_reason":
            self._see_break(payload(), compile_id)
            return
        if name == "inductor_spmd_graph_mismatch":
            seen = self._of(compile_id)
            seen["mismatch"] = seen["mismatch"] or _first_difference(payload())
            return
        cache, _, outcome = name.rpartition("_")
        if cache in _CACHES and outcome in ("hit", "miss", "bypass"):
            reason = json.loads(payload()).get("cache_bypass_reason") or "" if outcome == "bypass" else ""
            seen = {"cache": _CACHES[cache], "outcome": outcome, "reason": " ".join(reason.split())}
            self._of(compile_id)["caches"].append(seen)

    def _see_break(self, text, compile_id):
        if breaks.is_warning(text):
            return
        known, seen = self._of(compile_id)["breaks"], breaks.read(text)
        if seen not in known:  # torch reports a break again at each attempt to compile
            known.append(seen)

    def _close(self, compile_id, metrics, backward):
        seen = self._open.pop(compile_id, None) or _nothing()
        frame, file, line = self._code(compile_id, metrics)
        self._report(
            {
                "type": "compiled",
                "id": compile_id,
                "backward": backward,
                "frame": frame,
                "file": file,
                "line": line,
                "recompiled": _guard(metrics.get("recompile_reason") or ""),
                "specialization": self._values.get(compile_id, ""),
                "error": _error(metrics),
                "guards": metrics.get("guard_count") or 0,
                # torch counts nodes of an abandoned graph, too, so its count is valid only if a
                # graph is left.
                "nodes": seen["graphs"] and metrics.get("graph_node_count") or 0,
                "seconds": self._seconds(),
                "graphs": self._graphs(seen["graphs"]),
                "breaks": seen["breaks"],
                "caches": seen["caches"],
                "mismatch": seen["mismatch"],
                "code": [path for path in seen["code"] if path],
                **self._measure(),
            }
        )

    def _code(self, compile_id, metrics):
        """Returns the function, file and line of the frame. torch reports them for a compiled
        forward, but not for an abandoned frame."""
        frame = compile_id.rpartition("/")[0]
        if metrics.get("co_name"):
            named = metrics["co_name"], metrics["co_filename"], metrics["co_firstlineno"]
            self._codes[frame] = named
        return self._codes.get(frame, ("", "", 0))

    def _graphs(self, texts):
        """Returns the graphs that the backend reports or, if it reports none, the graph that Dynamo
        captured."""
        made = [graph for graph in texts if graph != "captured"] or list(texts)
        found = []
        for graph in made:
            digest, collectives = graphs.read(texts[graph], self._members)
            found.append({"graph": graph, "hash": digest, "collectives": collectives})
        return found

    def _seconds(self):
        """Returns the seconds that each phase took since the previous compilation. No phase
        includes the seconds of another phase."""
        total = {phase: sum(map(_added_up, names)) for phase, names in _PHASES.items()}
        spent = {phase: max(0.0, s - self._spent.get(phase, 0.0)) for phase, s in total.items()}
        self._spent = total
        inductor = max(spent["inductor"], spent["code"])  # "inductor" excludes loading cached code
        backend = max(spent["backend"], spent["partitioner"] + inductor)
        return {
            "dynamo": max(0.0, spent["dynamo"] - backend),
            "aot": backend - spent["partitioner"] - inductor,
            "partitioner": spent["partitioner"],
            "inductor": inductor - spent["code"],
            "code": spent["code"],
        }


def _nothing():
    return {"graphs": {}, "breaks": [], "caches": [], "code": [], "mismatch": ""}


def _first_difference(report):
    """Returns the first difference in a report of Inductor's spmd_check
    (torch/_inductor/fx_passes/spmd_check.py): "node 1: rank 0: aten.sin.default, rank 1: …"."""
    lines = [line.strip() for line in report.splitlines()]
    differences = itertools.dropwhile(lambda line: not line.startswith("DIFFS "), lines)
    found = list(itertools.takewhile(bool, itertools.islice(differences, 1, 4)))
    return f"{found[0]} {', '.join(found[1:])}" if found else "they differ"


def _added_up(name):
    return sum(dynamo.compilation_time_metrics.get(name, ()))


def _error(metrics):
    """Returns the error, such as "Unsupported: Data-dependent branching", or "" if the frame was
    compiled."""
    kind = metrics.get("fail_type")
    if not kind:
        return ""
    said = [line.strip() for line in (metrics.get("fail_reason") or "").splitlines() if line.strip()]
    # A first line such as "backend='…' raised:" needs the next line, which contains the error.
    count = 2 if said and said[0].endswith(":") else 1
    return f"{kind.rpartition('.')[2]}: {' '.join(said[:count])}"


def _guard(reason):
    """Returns the failed guard, such as "0/0: self.n == 1", without the guard's source line."""
    return reason.split("\n")[0].split("  #")[0].strip()
