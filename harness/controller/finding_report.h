// Adds the findings about a job to its record, and writes them to its evidence folder
// (monitor/evidence.h). Also reads the files that the agents have written to this folder.
#pragma once

#include <string>

#include "harness/controller/run_folder.h"
#include "harness/controller/running_training.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// Sets `finding` and `desync` in the record of a job that is over, and writes the evidence files.
// Predicts the compile time from the cells in `finished` that differ only in size. A compile that
// takes more than `growth` times the prediction is a blowup; otherwise it is only slow. Leaves out
// a file that cannot be written, for example because the disk is full; the verdict does not depend
// on it. `now` is in seconds since the run began.
void explain_finding(const RunningTraining& job, const RunFolder& folder,
                     const std::vector<verdict::CellRecord>& finished, double growth, double now,
                     verdict::CellRecord& record);

// Sets `early_exit` in the record of a job that is over.
void explain_early_exit(const RunningTraining& job, verdict::CellRecord& record);

// Returns one sentence about a stall from which the job may recover. It uses no stacks, because
// none have been captured yet.
std::string describe_stall(const RunningTraining& job, const facts::Finding& stall, double now);

}  // namespace gridlock::controller
