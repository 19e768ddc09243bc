// All that a diagnosis is made of. Plain data: gathered by who can ask ranks, rings and the process
// table; every part but the finding may be missing, and costs words only.
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
  double phase_seconds = -1;  // that it has been in its phase, or in its compile; < 0: unknown
  std::string compiling;      // what it compiles, where the probe knows: "forward of Block"
  // What the kernel says of its main thread: "waits for a signal", "computes"; "" = nothing. Words
  // that the same state has in every run.
  std::string in_kernel;
  std::string end;  // how its process ended: "exited with code 0"; "" while it lives
  std::vector<ThreadStack> threads;
  std::vector<facts::Group> groups;  // by index, as its calls name them
  std::vector<facts::Call> open;     // issued and not complete
  std::vector<facts::Call> recent;   // the last completed ones that are known
  std::vector<facts::Site> sites;    // where these calls were made, as far as that is known
  std::vector<std::string> modules;  // by index, as these calls name them
  std::optional<facts::Handling> handling;
};

struct Evidence {
  facts::Finding finding;
  std::vector<RankEvidence> ranks;
  std::optional<Blowup> blowup;  // of the rank that compiles, where siblings are known
};

// Nothing when nothing is known of the rank.
const RankEvidence* find(const Evidence& evidence, int rank);

// The stack of the kernel's thread `id`, else the main thread's.
const ThreadStack* stack_of(const RankEvidence& rank, std::int64_t id);

}  // namespace gridlock::diagnosis
