// The controller: trains what a plan asks for and collects the results. It links no torch, MPI or
// Python; these run in processes below it, whose loss costs it neither its life nor a result.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/controller/agent_connection.h"
#include "harness/controller/launcher.h"
#include "harness/controller/machine.h"
#include "harness/controller/resources.h"
#include "harness/controller/results.h"
#include "harness/controller/run_folder.h"
#include "harness/controller/running_training.h"
#include "harness/report/reporter.h"
#include "matrix/plan.h"

namespace gridlock::controller {

// The machine lacks what a run needs: torch cannot be imported, no agent starts. Exit code 3.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TrainingOptions {
  std::string tier = "fork";
  int jobs = 0;  // 0 = as many as the machine allows
  int repeat = 1;
  // A seed: delays ranks at random moments and inserts quiet windows in them
  // (harness/agent/quiet_windows.h).
  std::optional<std::uint64_t> stress;
  bool stream = false;         // the ranks' output goes to the reporter as they print it
  bool keep_logs = false;      // the output is also kept for cells that do not fail
  bool torch_trace = false;    // cells that compile also leave torch's structured trace
  bool torch_profile = false;  // cells leave torch.profiler's trace of their last step
  // The stage after which torch's minifier runs: "dynamo" or "aot" for exceptions,
  // "dynamo-accuracy" or "aot-accuracy" for inaccurate results; "" = none.
  std::string torch_minifier;
  bool probe = true;          // false: ranks record only their phases, and nothing can be proved
  std::string terminal;       // "/dev/pts/3": the terminal to debug a rank that raises; "" = none
  std::string rerun_command;  // the words before " --select 'id = …'"
  MachineFacts machine;
  LaunchOptions launch;
};

class Controller {
 public:
  // `exporter` may be null.
  Controller(const matrix::Plan& plan, TrainingOptions options, const RunFolder& folder,
             Results& results, report::Reporter& reporter, ReproExporter* exporter);

  // Runs all trainings that are not finished. Returns true when done, false as soon as `must_stop`,
  // which is called several times a second, returns true. Leaves no process below this one in
  // either case, nor when it throws (EnvironmentError, report::OutputError).
  bool run(const std::function<bool()>& must_stop);

  double now() const;  // seconds since the run began

 private:
  void start_ready_trainings();
  bool start(Training training);
  void request_torch_records(const matrix::Cell& cell, protocol::Run& run,
                             verdict::CellRecord& record) const;
  void record_without_training(const Training& training);

  void wait_for_events();
  void handle(const protocol::Event& event);
  void examine(RunningTraining& job, const protocol::Event& event);
  void report_stall(RunningTraining& job);
  // Reports code that will hang as soon as the ranks have compiled it.
  void report_inconsistency(RunningTraining& job);
  void stop_stuck_trainings();
  void finish(int id);
  void requeue_after_agent_death();
  void interrupt();
  bool is_debugging() const;
  void clear_debug_turn() const;  // no rank is debugged any longer

  const matrix::Plan& plan_;
  TrainingOptions options_;
  const RunFolder& folder_;
  Results& results_;
  ReproExporter* exporter_;
  report::Reporter& reporter_;
  Resources resources_;
  std::vector<Training> waiting_;
  std::map<int, RunningTraining> jobs_;  // by number
  int next_job_ = 0;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  AgentConnection agents_;  // last: its destructor ends every process
};

}  // namespace gridlock::controller
