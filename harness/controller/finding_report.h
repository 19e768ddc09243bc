// Converts the findings about a job, and the agents' files in the evidence folder, to the text
// fields of a record and to further files (monitor/evidence.h).
#pragma once

#include <string>

#include "harness/controller/run_folder.h"
#include "harness/controller/running_training.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// Sets `finding` and `desync` in the record of a job that is over. Cells in `finished` that differ
// only in size predict the compile time. This prediction decides whether a compile is slow, or
// takes more than `growth` times as long as predicted. Omits files that cannot be written, for
// example because the disk is full; the verdict is valid without such files. `now` is in seconds
// since the run began.
void explain_finding(const RunningTraining& job, const RunFolder& folder,
                     const std::vector<verdict::CellRecord>& finished, double growth, double now,
                     verdict::CellRecord& record);

// Sets `early_exit` in the record of a job that is over.
void explain_early_exit(const RunningTraining& job, verdict::CellRecord& record);

// Describes, in one sentence, a stall from which the job may recover. The sentence uses no stacks
// because none have been captured yet.
std::string describe_stall(const RunningTraining& job, const facts::Finding& stall, double now);

}  // namespace gridlock::controller
