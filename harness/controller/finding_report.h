// Converts an examination's findings and the agents' files in the evidence folder to the words of a
// record, and to files (monitor/evidence.h).
#pragma once

#include <string>

#include "harness/controller/run_folder.h"
#include "harness/controller/running_training.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// Fills in `finding` and `desync` of a job that is over (`now`: seconds since the run began). Cells
// of `finished` that differ from it only in size decide whether a compile is merely slow, or takes
// more than `growth` times as long as predicted. A file that cannot be written (a full disk) is
// left out; the verdict stands without it.
void explain_finding(const RunningTraining& job, const RunFolder& folder,
                     const std::vector<verdict::CellRecord>& finished, double growth, double now,
                     verdict::CellRecord& record);

// Fills in `early_exit` of a job that is over.
void explain_early_exit(const RunningTraining& job, verdict::CellRecord& record);

// Describes a stall that the job may outlive in one sentence; no stacks have been taken yet.
std::string describe_stall(const RunningTraining& job, const facts::Finding& stall, double now);

}  // namespace gridlock::controller
