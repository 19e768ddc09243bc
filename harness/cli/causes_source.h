// The run that `gridlock causes` explains, and the records of its cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/run/runs.h"
#include "harness/verdict/record.h"

namespace gridlock::cli {

struct CausesSource {
  controller::RunFolder folder;
  std::optional<run::Identity> identity;     // none: results without their run.json
  run::Runs runs;                            // the runs among which further cells are kept
  std::string key;                           // the name of this run in the records of further cells
  std::vector<verdict::CellRecord> records;  // its own, then those of the further cells
};

// `name`: as find_run() takes it. Throws matrix::InputError, verdict::RecordError.
CausesSource find_causes_source(const std::string& name);

}  // namespace gridlock::cli
