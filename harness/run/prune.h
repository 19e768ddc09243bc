// Chooses the runs of a matrix that `gridlock prune` removes.
#pragma once

#include <string>
#include <vector>

#include "harness/run/runs.h"

namespace gridlock::run {

struct Pruned {
  KeptRun run;
  std::string kept;  // why the run is kept: "newest", "latest", "in use"; "" = remove the run
};

// Returns all runs, newest first. Runs to keep are the newest `keep` runs of all cells, the newest
// `keep` partial runs, the run that `latest` points to, and runs in progress.
std::vector<Pruned> choose_pruned(const Runs& runs, int keep);

// Removes the run. Throws report::OutputError.
void remove(const KeptRun& run);

}  // namespace gridlock::run
