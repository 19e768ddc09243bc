// Which runs of a matrix `gridlock prune` removes.
#pragma once

#include <string>
#include <vector>

#include "harness/run/runs.h"

namespace gridlock::run {

struct Pruned {
  KeptRun run;
  std::string kept;  // why it stays: "newest", "latest", "in use"; "" = it goes
};

// All runs, newest first. The newest `keep` runs of all cells stay, and as many parts; besides, the
// one that `latest` points to and those that go on now.
std::vector<Pruned> choose_pruned(const Runs& runs, int keep);

// Throws report::OutputError.
void remove(const KeptRun& run);

}  // namespace gridlock::run
