// The input of a diagnosis, as plain data. The caller gathers it from ranks, rings and the process
// table; every part except the finding may be missing, which only makes the words less specific.
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
  double phase_seconds = -1;  // time in its phase, or in its compile; < 0: unknown
  std::string compiling;      // what it compiles, if the probe recorded it: "forward of Block"
  // The kernel's state of its main thread: "waits for a signal", "computes"; "" = unknown. The same
  // state gives the same words in every run.
  std::string in_kernel;
  std::string end;  // how its process ended: "exited with code 0"; "" while it is alive
  std::vector<ThreadStack> threads;
  std::vector<facts::Group> groups;  // by index, as its calls name them
  std::vector<facts::Call> open;     // issued and not complete
  std::vector<facts::Call> recent;   // the last known completed ones
  std::vector<facts::Site> sites;    // the known places where these calls were made
  std::vector<std::string> modules;  // by index, as these calls name them
  std::optional<facts::Handling> handling;
};

struct Evidence {
  facts::Finding finding;
  std::vector<RankEvidence> ranks;
  std::optional<Blowup> blowup;  // of the rank that compiles, if siblings are known
};

// Returns nullptr when nothing is known about the rank.
const RankEvidence* find(const Evidence& evidence, int rank);

// Returns the stack of the thread with kernel id `id`, else the main thread's.
const ThreadStack* stack_of(const RankEvidence& rank, std::int64_t id);

}  // namespace gridlock::diagnosis
