// Describes the findings about a job in its record and in files of the evidence folder
// (monitor/evidence.h). The input includes the files that the agents have written there.
#pragma once

#include <string>

#include "harness/controller/run_folder.h"
#include "harness/controller/running_training.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// Sets `finding` and `desync` in the record of a job that is over, and writes the files. The cells
// in `finished` that differ only in size predict its compile time. The prediction decides whether a
// compile is merely slow or takes more than `growth` times as long as predicted. A file that cannot
// be written is left out, for example because the disk is full; the verdict does not depend on it.
// `now` is in seconds since the run began.
void explain_finding(const RunningTraining& job, const RunFolder& folder,
                     const std::vector<verdict::CellRecord>& finished, double growth, double now,
                     verdict::CellRecord& record);

// Sets `early_exit` in the record of a job that is over.
void explain_early_exit(const RunningTraining& job, verdict::CellRecord& record);

// Returns one sentence about a stall from which the job may recover. It uses no stacks, because
// none have been captured yet.
std::string describe_stall(const RunningTraining& job, const facts::Finding& stall, double now);

}  // namespace gridlock::controller
