// What agents and ranks say to each other (the other side is harness/rank, see its README.md): down
// the channel of each rank what it trains, up what came out.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "golden/state.h"
#include "harness/protocol/compiled_frame.h"

namespace gridlock::protocol {

// By name, in the order of the cell (matrix/cell.h).
using AxisValue = std::variant<bool, std::int64_t, std::string, double>;
using Axes = std::vector<std::pair<std::string, AxisValue>>;

// What a rank is asked: to train a cell …
struct RankSpec {
  std::string cell;  // id
  std::string case_name;
  std::string case_dir;  // holds case.py
  Axes axes;
  int steps = 3;
  std::int64_t seed = 0;
  Axes compile_options;  // of torch.compile(options=…)
  // Variables that its interpreter begins with.
  std::map<std::string, std::string> environment = {};
  // Rank 0 writes what the run depends on into this file (harness/settings); "" = it does not.
  std::string snapshot = {};
  int repetition = 0;
  int rounded = 0;                      // how often to train again with random rounding
  std::string probe;                    // "off"; "" = on
  std::string digests;                  // "activations": of those, too; "off"; "" = of the state
  std::string initial_state;            // the file for the parameters to begin with; "" = none
  std::string taps;                     // the folder for what its taps see; "" = it has none
  std::optional<std::uint64_t> stress;  // seed of the delays before its calls
  std::string torch_trace;    // the folder for torch's structured trace; "" = there is none
  std::string torch_profile;  // the folder for torch.profiler's trace of the last step; "" = none
  std::map<std::string, std::string> torch_minifier = {};  // see tracing.py
  std::string terminal;    // the first rank that raises opens a debugger there; "" = none does
  std::string debug_turn;  // a file by which ranks know who is the first

  // … at a place in the world, which is added by who starts it.
  int rank = 0;
  int world_size = 1;
  int local_rank = 0;
  int local_world_size = 0;  // 0 = as world_size
  std::string tier;          // fork | warm | cold
  std::string device = "cpu";
  int device_index = 0;
  std::string master_addr;
  int master_port = 0;
  std::string store;  // "tcp", "env" or a file
};

nlohmann::json to_json(const RankSpec& spec);

// What torch's compiler did in one rank, from torch._dynamo.utils.counters.
struct CompileCounters {
  int graphs = 0;      // distinct graphs captured
  int breaks = 0;      // graph breaks
  int recompiles = 0;  // guard failures that led to another compile
  int cache_hits = 0;  // FX graph and AOTAutograd cache hits
  int cache_misses = 0;
  int cache_bypasses = 0;
};

struct StepReport {
  double loss = 0;           // global mean
  double grad_norm = 0;      // global
  golden::State state = {};  // digests of what this rank holds
  double seconds = 0;        // without what the compiler took
  double compile_seconds = 0;
  std::vector<std::string> printed = {};  // lines that the case's code printed, and logged
};

// The cell was trained once more, with random rounding. What it raised, where it did.
struct RoundedReport {
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::string error = {};
};

// It has reached the end of its training.
struct DoneReport {
  std::map<std::string, double> seconds;  // by phase
  CompileCounters compile;
  double compile_cpu_seconds = 0;  // that the rank computed while it compiled, and its compilers
  double peak_memory_mib = 0;
  double compile_peak_memory_mib = 0;                   // while the compiler ran
  double step_peak_memory_mib = 0;                      // while it did not
  std::map<std::string, std::string> environment = {};  // of rank 0: golden/recorded.h
};

// It has raised and opened a debugger: until it reports its error, somebody talks to it.
struct DebuggingReport {};

// It has raised.
struct ErrorReport {
  std::string error;  // "ValueError: …"
  std::string traceback;
  std::map<std::string, double> seconds =
      {};  // of each phase that it left, and of the one it was in
};

// It has sent something else.
struct UnreadableReport {
  std::string why;
};

// What a rank reports.
using RankReport = std::variant<StepReport, RoundedReport, CompiledFrame, DoneReport,
                                DebuggingReport, ErrorReport, UnreadableReport>;

bool is_end(const RankReport& report);  // done, or an error

// Throws nothing.
RankReport rank_report_from_json(const nlohmann::json& json);
nlohmann::json to_json(const RankReport& report);

}  // namespace gridlock::protocol
