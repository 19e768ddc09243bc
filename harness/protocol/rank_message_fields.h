// Describes the JSON fields of the messages between agents and ranks.
#pragma once

#include "harness/fields/description.h"
#include "harness/protocol/compiled_frame_fields.h"
#include "harness/protocol/rank_messages.h"
#include "harness/protocol/state_fields.h"

namespace gridlock::protocol {

using fields::List;
using fields::OpenList;
using fields::optional;
using fields::required;
using fields::Type;
using fields::usual;

constexpr auto fields_of(Type<RankSpec>) {
  return List{
      required("cell", &RankSpec::cell),
      required("case", &RankSpec::case_name),
      required("case_dir", &RankSpec::case_dir),
      required("axes", &RankSpec::axes),
      required("steps", &RankSpec::steps),
      required("seed", &RankSpec::seed),
      optional("compile_options", &RankSpec::compile_options),
      optional("environment", &RankSpec::environment),
      optional("snapshot", &RankSpec::snapshot),
      usual("repetition", &RankSpec::repetition),
      optional("rounded", &RankSpec::rounded),
      optional("probe", &RankSpec::probe),
      optional("initial_state", &RankSpec::initial_state),
      optional("digests", &RankSpec::digests),
      optional("taps", &RankSpec::tensor_trace),
      optional("stress", &RankSpec::stress),
      optional("torch_trace", &RankSpec::torch_trace),
      optional("torch_profile", &RankSpec::torch_profile),
      optional("torch_minifier", &RankSpec::torch_minifier),
      optional("terminal", &RankSpec::terminal),
      optional("debug_turn", &RankSpec::debug_turn),
      usual("rank", &RankSpec::rank),
      usual("world_size", &RankSpec::world_size),
      usual("local_rank", &RankSpec::local_rank),
      optional("local_world_size", &RankSpec::local_world_size),
      optional("tier", &RankSpec::tier),
      usual("device", &RankSpec::device),
      usual("device_index", &RankSpec::device_index),
      optional("master_addr", &RankSpec::master_addr),
      optional("master_port", &RankSpec::master_port),
      optional("store", &RankSpec::store),
  };
}

constexpr auto fields_of(Type<CompileCounters>) {
  return OpenList{
      required("graphs", &CompileCounters::graphs, "how many distinct graphs were captured"),
      usual("breaks", &CompileCounters::breaks, "how many graph breaks there were"),
      usual("recompiles", &CompileCounters::recompiles,
            "how many guard failures caused a recompile"),
      usual("cache_hits", &CompileCounters::cache_hits,
            "hits in the FX graph and AOTAutograd caches"),
      usual("cache_misses", &CompileCounters::cache_misses,
            "misses in the FX graph and AOTAutograd caches"),
      usual("cache_bypasses", &CompileCounters::cache_bypasses,
            "compiles that the FX graph and AOTAutograd caches cannot store"),
  };
}

// Lists the fields that C++ reads. A step report has other fields, which are ignored.
constexpr auto fields_of(Type<StepReport>) {
  return OpenList{
      required("loss", &StepReport::loss),
      required("grad_norm", &StepReport::grad_norm),
      usual("state", &StepReport::state),
      usual("seconds", &StepReport::seconds),
      optional("compile_seconds", &StepReport::compile_seconds),
      optional("printed", &StepReport::printed, "lines of the case's prints and loggers"),
  };
}

constexpr auto fields_of(Type<RoundedReport>) {
  return OpenList{
      required("losses", &RoundedReport::losses, "global mean loss after each step"),
      required("grad_norms", &RoundedReport::grad_norms, "global gradient norm of each step"),
      optional("error", &RoundedReport::error, "the exception, if the training raised one"),
  };
}

constexpr auto fields_of(Type<DoneReport>) {
  return OpenList{
      required("seconds", &DoneReport::seconds),
      required("compile", &DoneReport::compile),
      required("peak_memory_mib", &DoneReport::peak_memory_mib),
      optional("compile_cpu_seconds", &DoneReport::compile_cpu_seconds),
      optional("compile_peak_memory_mib", &DoneReport::compile_peak_memory_mib),
      optional("step_peak_memory_mib", &DoneReport::step_peak_memory_mib),
      usual("environment", &DoneReport::environment),
  };
}

constexpr auto fields_of(Type<DebuggingReport>) {
  return OpenList{};
}

constexpr auto fields_of(Type<ErrorReport>) {
  return OpenList{
      required("error", &ErrorReport::error),
      required("traceback", &ErrorReport::traceback),
      usual("seconds", &ErrorReport::seconds),
  };
}

constexpr auto fields_of(Type<UnreadableReport>) {
  return List{required("why", &UnreadableReport::why)};
}

}  // namespace gridlock::protocol
