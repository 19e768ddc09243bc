// The input of a diagnosis, as plain data. The caller gathers it from ranks, rings and the process
// table. Every part except the finding may be missing, which only makes the diagnosis less
// specific.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/diagnosis/blowup.h"
#include "harness/diagnosis/stack.h"
#include "harness/facts/facts.h"
#include "harness/facts/finding.h"

namespace gridlock::diagnosis {

struct RankEvidence {
  int rank = 0;
  std::string phase;          // "step 3"
  double phase_seconds = -1;  // time in the rank's phase or compile; < 0 means unknown
  // The function being compiled, if the probe recorded it: "forward of Block"
  std::string compiling;
  // The kernel's state of the main thread, such as "waits for a signal" or "computes"; "" means
  // unknown. A state is described by the same words in every run.
  std::string in_kernel;
  // How the rank's process ended: "exited with code 0"; "" while the process is alive.
  std::string end;
  std::vector<ThreadStack> threads;
  std::vector<facts::Group> groups;  // by the index that calls refer to
  std::vector<facts::Call> open;     // issued and not complete
  std::vector<facts::Call> recent;   // the last completed calls that are known
  std::vector<facts::Site> sites;    // the known call sites of these calls
  std::vector<std::string> modules;  // by the index that calls refer to
  std::optional<facts::Handling> handling;
};

struct Evidence {
  facts::Finding finding;
  std::vector<RankEvidence> ranks;
  std::optional<Blowup> blowup;  // of the rank that compiles, if the times of siblings are known
};

// Returns nullptr when nothing is known about the rank.
const RankEvidence* find(const Evidence& evidence, int rank);

// Returns the stack of the thread with kernel id `id`; the main thread's if there is no such
// thread.
const ThreadStack* stack_of(const RankEvidence& rank, std::int64_t id);

}  // namespace gridlock::diagnosis
