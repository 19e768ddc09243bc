// Messages between agents and ranks. The ranks' side is in harness/rank (see its README.md). Each
// rank has a channel, which carries the training request to the rank and its reports to the agent.
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

// The value of an axis.
using AxisValue = std::variant<bool, std::int64_t, std::string, double>;
using Axes = std::vector<std::pair<std::string, AxisValue>>;

// The request to train a cell.
struct RankSpec {
  std::string cell;  // the cell's id
  std::string case_name;
  std::string case_dir;  // contains case.py
  Axes axes;
  int steps = 3;
  std::int64_t seed = 0;
  Axes compile_options;  // options for torch.compile(options=…)
  // Environment variables of the interpreter, set before it starts.
  std::map<std::string, std::string> environment = {};
  // File to which rank 0 writes the settings that the run depends on (harness/settings). "" means
  // none.
  std::string snapshot = {};
  int repetition = 0;
  int rounded = 0;    // how many times to repeat the training with random rounding
  std::string probe;  // "off", or "" for on
  // Tensors whose digests are reported: "" means the state, "activations" means activations too,
  // "off" means none.
  std::string digests;
  std::string initial_state;            // the file with the initial parameters; "" = none
  std::string tensor_trace;             // the folder for the tensor trace; "" = none
  std::optional<std::uint64_t> stress;  // seed of the random delays before the rank's calls
  std::string torch_trace;              // the folder for torch's structured trace; "" = none
  std::string torch_profile;  // the folder for torch.profiler's trace of the last step; "" = none
  std::map<std::string, std::string> torch_minifier = {};  // see compiler/tracing.py
  // Terminal on which the first rank that raises opens a debugger. "" means none.
  std::string terminal;
  std::string debug_turn;  // file by which ranks determine which of them raised first

  // The rank's numbers in the world and on its host. The process that starts the rank adds them.
  int rank = 0;
  int world_size = 1;
  int local_rank = 0;
  int local_world_size = 0;  // 0 means world_size
  std::string tier;          // fork | warm | cold
  std::string device = "cpu";
  int device_index = 0;
  std::string master_addr;
  int master_port = 0;
  std::string store;  // "tcp", "env" or the path of a file
};

nlohmann::json to_json(const RankSpec& spec);

// Counters of torch's compiler in one rank, from torch._dynamo.utils.counters.
struct CompileCounters {
  int graphs = 0;      // distinct graphs captured
  int breaks = 0;      // graph breaks
  int recompiles = 0;  // guard failures that led to another compile
  int cache_hits = 0;  // FX graph and AOTAutograd cache hits
  int cache_misses = 0;
  int cache_bypasses = 0;
};

struct StepReport {
  double loss = 0;           // the mean over all ranks
  double grad_norm = 0;      // over all ranks
  golden::State state = {};  // digests of this rank's tensors
  double seconds = 0;        // excludes the compiler's time
  double compile_seconds = 0;
  std::vector<std::string> printed = {};  // lines from the case's print calls and loggers
};

// Reports the result of a repeated training with random rounding, and its error if it raised.
struct RoundedReport {
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::string error = {};
};

// Reports that the rank has finished its training run.
struct DoneReport {
  std::map<std::string, double> seconds;  // key: phase
  CompileCounters compile;
  // Processor time of the rank and of its compiler processes while it compiled.
  double compile_cpu_seconds = 0;
  double peak_memory_mib = 0;
  double compile_peak_memory_mib = 0;                   // while the compiler ran
  double step_peak_memory_mib = 0;                      // while the compiler did not run
  std::map<std::string, std::string> environment = {};  // of rank 0: see golden/recorded.h
};

// Reports that the rank raised and opened a debugger. The debugger stays open until the rank
// reports its error.
struct DebuggingReport {};

// Reports that the rank raised.
struct ErrorReport {
  std::string error;  // "ValueError: …"
  std::string traceback;
  // Seconds by phase, for every phase that the rank has entered.
  std::map<std::string, double> seconds = {};
};

// Replaces a message that could not be read.
struct UnreadableReport {
  std::string why;
};

// A report of a rank.
using RankMessage = std::variant<StepReport, RoundedReport, CompiledFrame, DoneReport,
                                 DebuggingReport, ErrorReport, UnreadableReport>;

// Returns whether a message reports that the training run is over. is_error() returns whether it
// reports a failure.
bool is_end(const nlohmann::json& message);
bool is_error(const nlohmann::json& message);

// Reads a message. Never throws: JSON that is no message becomes an UnreadableReport.
RankMessage rank_message_from_json(const nlohmann::json& json);
nlohmann::json to_json(const RankMessage& message);

}  // namespace gridlock::protocol
