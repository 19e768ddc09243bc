// Trains the cells of a plan and collects the results. The controller does not link torch, MPI or
// Python; they run only in descendant processes. So a crash of torch, MPI or Python neither ends
// the controller nor loses a result.
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

// Thrown if the machine cannot run any cell, for example because torch cannot be imported or no
// agent starts. The exit code is then 3.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TrainingOptions {
  std::string tier = "fork";
  int jobs = 0;  // 0 = as many as the machine allows
  int repeat = 1;
  // Seed of the stress test, or nullopt for none. A stress test delays ranks at random moments and
  // makes quiet windows during these delays (harness/agent/quiet_windows.h).
  std::optional<std::uint64_t> stress;
  bool stream = false;         // the ranks' output goes to the reporter immediately
  bool keep_logs = false;      // the output is kept even for cells that do not fail
  bool torch_trace = false;    // compiled cells also write torch's structured trace
  bool torch_profile = false;  // cells write torch.profiler's trace of their last step
  // Stage at which torch's minifier runs, or "" for none. "dynamo" and "aot" minify exceptions.
  // "dynamo-accuracy" and "aot-accuracy" minify inaccurate results.
  std::string torch_minifier;
  bool probe = true;          // false: ranks record only their phases, and nothing can be proved
  std::string terminal;       // "/dev/pts/3": the terminal to debug a rank that raises; "" = none
  std::string rerun_command;  // the command without " --select 'id = …'"
  MachineFacts machine;
  LaunchOptions launch;
};

class Controller {
 public:
  // `exporter` is null if no scripts are to be written.
  Controller(const matrix::Plan& plan, TrainingOptions options, const RunFolder& folder,
             Results& results, report::Reporter& reporter, ReproExporter* exporter);

  // Executes all unfinished training runs. Returns true when all are done, or false as soon as
  // `must_stop` returns true. Calls `must_stop` several times a second. Throws EnvironmentError and
  // report::OutputError. In every case, the destructor kills all descendant processes.
  bool run(std::function<bool()> must_stop);

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
  // Reports an inconsistency between the code that ranks compiled, such as collectives that will
  // hang, before the ranks run this code.
  void report_inconsistency(RunningTraining& job);
  void stop_stuck_trainings();
  void finish(int id);
  void requeue_after_agent_death();
  void interrupt();
  bool is_debugging() const;
  void clear_debug_turn() const;  // call it when a rank's debugger has closed

  const matrix::Plan& plan_;
  TrainingOptions options_;
  const RunFolder& folder_;
  Results& results_;
  ReproExporter* exporter_;
  report::Reporter& reporter_;
  Resources resources_;
  std::vector<Training> waiting_;
  std::function<bool()> must_stop_;
  std::map<int, RunningTraining> jobs_;  // key: job number
  int next_job_ = 0;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  AgentConnection agents_;  // last: its destructor ends every process
};

}  // namespace gridlock::controller
