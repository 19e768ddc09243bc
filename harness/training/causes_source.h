// The run that `gridlock causes` explains, and the records of its cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/run/runs.h"
#include "harness/verdict/record.h"

namespace gridlock::training {

struct CausesSource {
  controller::RunFolder folder;
  std::optional<run::Identity> identity;     // nullopt if the results have no run.json
  run::Runs runs;                            // the folder where runs of further cells are created
  std::string key;                           // names this run in the run.json of further cells
  std::vector<verdict::CellRecord> records;  // records of this run, then of further cells
};

// Reads a run. `name` is a name that find_run() accepts. Throws matrix::InputError and
// verdict::RecordError.
CausesSource find_causes_source(const std::string& name);

}  // namespace gridlock::training
