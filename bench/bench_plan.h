// Trains the cells of a plan one by one, with gridlock or with torchrun, and measures the time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/controller/machine.h"
#include "harness/process/temporary_folder.h"
#include "harness/protocol/rank_messages.h"
#include "harness/run/run.h"
#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::bench {

// The measured plan, and its temporary folder.
struct BenchPlan {
  explicit BenchPlan(const std::string& matrix_name);

  controller::MachineFacts machine;
  matrix::Matrix matrix;
  matrix::Plan plan;
  process::TemporaryFolder folder;
};

struct Measured {
  std::map<std::string, std::vector<double>> seconds;  // by cell: seconds from start to end
  // By cell: the seconds of compilation and steps on the slowest rank; empty for torchrun.
  std::map<std::string, std::vector<double>> training_seconds;
  double total_seconds = 0;   // includes the loading of torch
  double controller_mib = 0;  // largest resident memory of the controller
  double agent_mib = 0;       // largest resident memory of an agent
  std::vector<std::string> failures;
};

// Trains each cell `repeat` times in this tier, with or without the probe.
Measured through_gridlock(const BenchPlan& bench_plan, const std::string& tier, int repeat,
                          bool probe = true);

// Trains each cell `repeat` times, each time with a new `torchrun`. Uses gridlock's compiler
// caches.
Measured through_torchrun(const BenchPlan& bench_plan, int repeat);

// Returns the specification for the ranks of a cell, including the device on which the ranks train.
protocol::RankSpec spec_of(const BenchPlan& bench_plan, const matrix::PlannedCell& planned);
// Returns the options for training into `folder`. Ctrl-C stops the run.
run::RunOptions options_for(const BenchPlan& bench_plan, const controller::RunFolder& folder);
// Returns environment variables that give the compiler the caches that gridlock uses.
std::map<std::string, std::string> compiler_caches();

// Returns the median, or 0 if there are no values.
double median(std::vector<double> values);

}  // namespace gridlock::bench
