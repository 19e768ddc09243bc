// The messages between agents and ranks (the other side is harness/rank, see its README.md). The
// channel of each rank carries the training request down and the reports up.
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

// Values by name, in the order of the cell (matrix/cell.h).
using AxisValue = std::variant<bool, std::int64_t, std::string, double>;
using Axes = std::vector<std::pair<std::string, AxisValue>>;

// The request to train a cell.
struct RankSpec {
  std::string cell;  // id
  std::string case_name;
  std::string case_dir;  // contains case.py
  Axes axes;
  int steps = 3;
  std::int64_t seed = 0;
  Axes compile_options;  // for torch.compile(options=…)
  // Environment variables that the interpreter starts with.
  std::map<std::string, std::string> environment = {};
  // Rank 0 writes the settings that the run depends on into this file (harness/settings); "" = it
  // does not.
  std::string snapshot = {};
  int repetition = 0;
  int rounded = 0;                      // how many times to train again with random rounding
  std::string probe;                    // "off"; "" = on
  std::string digests;                  // "activations": of those too; "off"; "" = of the state
  std::string initial_state;            // the file with the initial parameters; "" = none
  std::string tensor_trace;             // the folder for the tensor trace; "" = none
  std::optional<std::uint64_t> stress;  // seed of the delays before its calls
  std::string torch_trace;              // the folder for torch's structured trace; "" = none
  std::string torch_profile;  // the folder for torch.profiler's trace of the last step; "" = none
  std::map<std::string, std::string> torch_minifier = {};  // see tracing.py
  // The first rank that raises opens a debugger on this terminal; "" = no rank does.
  std::string terminal;
  std::string debug_turn;  // a file by which ranks find out which one is first

  // The place in the world, which the starter of the rank adds.
  int rank = 0;
  int world_size = 1;
  int local_rank = 0;
  int local_world_size = 0;  // 0 = world_size
  std::string tier;          // fork | warm | cold
  std::string device = "cpu";
  int device_index = 0;
  std::string master_addr;
  int master_port = 0;
  std::string store;  // "tcp", "env" or a file
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
  double loss = 0;           // global mean
  double grad_norm = 0;      // global
  golden::State state = {};  // digests of this rank's tensors
  double seconds = 0;        // without the compiler's time
  double compile_seconds = 0;
  std::vector<std::string> printed = {};  // lines from the case's prints and loggers
};

// The result of another training with random rounding, and its error if it raised.
struct RoundedReport {
  std::vector<double> losses;
  std::vector<double> grad_norms;
  std::string error = {};
};

// Reports that the rank has reached the end of its training.
struct DoneReport {
  std::map<std::string, double> seconds;  // by phase
  CompileCounters compile;
  double compile_cpu_seconds = 0;  // processor time of the rank and its compilers while it compiled
  double peak_memory_mib = 0;
  double compile_peak_memory_mib = 0;                   // while the compiler ran
  double step_peak_memory_mib = 0;                      // while the compiler did not run
  std::map<std::string, std::string> environment = {};  // of rank 0: golden/recorded.h
};

// Reports that the rank raised and opened a debugger, which stays open until the rank reports its
// error.
struct DebuggingReport {};

// Reports that the rank raised.
struct ErrorReport {
  std::string error;  // "ValueError: …"
  std::string traceback;
  std::map<std::string, double> seconds = {};  // of each phase that it left and of the last one
};

// Stands for an unreadable message.
struct UnreadableReport {
  std::string why;
};

// A report of a rank.
using RankMessage = std::variant<StepReport, RoundedReport, CompiledFrame, DoneReport,
                                 DebuggingReport, ErrorReport, UnreadableReport>;

// Return whether a message reports that the training is over, or that it failed.
bool is_end(const nlohmann::json& message);
bool is_error(const nlohmann::json& message);

// Never throws.
RankMessage rank_message_from_json(const nlohmann::json& json);
nlohmann::json to_json(const RankMessage& message);

}  // namespace gridlock::protocol
