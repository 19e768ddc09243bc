// Statistics of the quiet windows that an agent made in a job (harness/agent/quiet_windows.h). The
// agent writes them to a file in the evidence folder. The process that requested the windows reads
// this file.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

namespace gridlock::protocol {

struct Windows {
  static constexpr const char* kFile = "windows.json";

  std::uint64_t evaluations = 0;   // windows that the prover has judged
  std::uint64_t some_blocked = 0;  // evaluations with a rank blocked in all its threads
  std::uint64_t all_blocked = 0;   // evaluations with all live ranks blocked
  std::uint64_t deadlocks = 0;     // evaluations that the prover called a deadlock
  std::uint64_t desyncs = 0;       // evaluations that the prover called a desync
  std::uint64_t missed = 0;        // windows in which some thread did not stop in time
  std::uint64_t collectives = 0;   // issued in the job, each collective counted once per group
};

nlohmann::json to_json(const Windows& windows);
// Reads the statistics. Throws fields::Error (harness/fields/path.h) if the JSON is not such an
// object.
Windows windows_from_json(const nlohmann::json& json);

}  // namespace gridlock::protocol
