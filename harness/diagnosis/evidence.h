// The input of a diagnosis, as plain data from ranks, rings and the process table. Every part
// except the finding may be missing; the diagnosis is then less specific.
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
  // The function being compiled, if the probe recorded it, such as "forward of Block".
  std::string compiling;
  // What the main thread does in the kernel, such as "waits for a signal" or "computes". "" means
  // unknown. The words are the same in every run.
  std::string in_kernel;
  // The recorded wait of the main thread, if it waits for something other than a call.
  std::optional<facts::Wait> wait;
  // How the process ended, such as "exited with code 0". "" while it is alive.
  std::string end;
  std::vector<ThreadStack> threads;
  std::vector<facts::Group> groups;  // indexed by Call::group
  std::vector<facts::Call> open;     // issued and not complete
  std::vector<facts::Call> recent;   // the last completed calls in the log
  std::vector<facts::Site> sites;    // the known call sites of these calls
  std::vector<std::string> modules;  // indexed by Call::module
  std::optional<facts::Handling> handling;
};

struct Evidence {
  facts::Finding finding;
  std::vector<RankEvidence> ranks;
  // Judges the compile time of a rank that compiles. Unset if no siblings are known.
  std::optional<Blowup> blowup;
};

// Returns the evidence about the rank, or nullptr if there is none.
const RankEvidence* find(const Evidence& evidence, int rank);

// Returns the stack of the thread with kernel id `id`, or the main thread's stack if there is no
// such thread.
const ThreadStack* stack_of(const RankEvidence& rank, std::int64_t id);

}  // namespace gridlock::diagnosis
