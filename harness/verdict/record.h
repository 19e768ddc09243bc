// The record of one finished cell: one line of results.jsonl. Plain data; judge.h decides its verdict.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/verdict/verdict.h"
#include "matrix/cell.h"

namespace gridlock::verdict {

// What torch's compiler did in one rank, from torch._dynamo.utils.counters.
struct CompileCounters {
  int graphs = 0;      // distinct graphs captured
  int breaks = 0;      // graph breaks
  int recompiles = 0;  // guard failures that led to another compile
  int cache_hits = 0;  // FX graph and AOTAutograd cache hits
  int cache_misses = 0;
};

// What one rank reported, as far as it got.
struct RankReport {
  int rank = 0;
  std::string phase;               // the last phase it entered: start, group, build, compile, step 2, done
  std::vector<double> losses;      // global mean loss after each step
  std::vector<double> grad_norms;  // global gradient norm of each step
  std::map<std::string, double> seconds;  // per phase: start, group, build, compile, steps
  std::optional<CompileCounters> compile;  // present once training has ended
  double peak_memory_mib = 0;
  std::string error;               // "ValueError: …", the last line of the traceback; "" if none
  std::string traceback;           // whole Python traceback
  std::optional<int> exit_code;    // of the process, once it is gone
  int signal = 0;                  // that killed it; 0 = none
  bool finished = false;           // reached the end of its training
};

struct CellRecord {
  std::string cell;   // id
  std::string case_name;
  std::vector<std::pair<std::string, matrix::Value>> axes;
  std::string role;   // covering | added | reference
  std::string tier;   // fork | warm | cold
  int repetition = 0; // 0 … N-1 with --repeat N
  Verdict verdict = Verdict::kPass;
  std::string verdict_class;     // finer than the verdict: "raised", "killed", "not finite", …
  std::vector<int> ranks;        // at fault
  std::string sentence;          // one line in plain words
  std::string signature;         // the part that two runs of the same failure share
  double seconds = 0;            // wall clock of the whole cell
  std::vector<RankReport> reports;  // one per rank, in order of rank
  std::string evidence;          // folder with stacks and logs, relative to the run folder; "" if none
  std::string rerun;             // the command that runs this cell alone
};

nlohmann::ordered_json to_json(const CellRecord& record);
CellRecord record_from_json(const nlohmann::json& json);

}  // namespace gridlock::verdict
