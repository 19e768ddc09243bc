// What is said of a job that hangs: looked at, proved where it can be, and put into words.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/diagnosis/evidence.h"
#include "harness/exec/roster.h"

namespace gridlock::exec {

// Looks twice at all ranks of the job; what was found is in its examination.
void examine(Job& job);

// Takes the stacks of its ranks with `py_spy`, which takes seconds, and writes what is known to
// `folder`. Calls `meanwhile` from time to time. What cannot be written is left out.
diagnosis::Evidence gather(const Job& job, const prover::Finding& finding,
                           const std::filesystem::path& py_spy, const std::filesystem::path& folder,
                           const std::function<void()>& meanwhile);

// The same as gather() without stacks, at once.
diagnosis::Evidence gather(const Job& job, const prover::Finding& finding);

// All files of controller/evidence_files.h. False where something could not be written.
bool write(const Job& job, const diagnosis::Evidence& evidence,
           const std::filesystem::path& folder);

// {"verdict", "class", "ranks", "waiting_for", "latency_ms" (null where nothing is proved),
//  "sentence", "signature", "rule", "stacks": {"0": ["main (train.py:3)", …]}}
nlohmann::json to_json(const Job& job, const diagnosis::Evidence& evidence);
// Where nothing is proved: {"verdict": "timeout", "stacks"}.
nlohmann::json timeout_json(const diagnosis::Evidence& evidence);

}  // namespace gridlock::exec
