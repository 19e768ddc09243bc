// The controller: trains what a plan asks for and hears what became of it. It links no torch, MPI
// or Python; all of that lives in processes below, which it can lose without losing itself or a
// result.
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

#include "harness/controller/agent_link.h"
#include "harness/controller/launcher.h"
#include "harness/controller/ledger.h"
#include "harness/controller/machine.h"
#include "harness/controller/resources.h"
#include "harness/controller/run_folder.h"
#include "harness/controller/running_training.h"
#include "harness/report/reporter.h"
#include "matrix/plan.h"

namespace gridlock::controller {

// The machine is not as it must be: torch cannot be imported, no agent starts. Exit code 3.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct RunOptions {
  std::string tier = "fork";
  int jobs = 0;  // 0 = as many as the machine allows
  int repeat = 1;
  // A seed: ranks are delayed at random moments, and quiet windows made in them
  // (harness/agent/quiet_windows.h).
  std::optional<std::uint64_t> stress;
  bool stream = false;         // ranks' output goes to the reporter as they print it
  bool keep_logs = false;      // and is kept of cells that do not fail, too
  bool torch_trace = false;    // cells that compile leave torch's structured trace, too
  bool torch_profile = false;  // cells leave torch.profiler's trace of their last step
  // After "dynamo" or "aot", torch's minifier leaves what raises; after "dynamo-accuracy" or
  // "aot-accuracy", what is inaccurate; "": no.
  std::string torch_minifier;
  bool probe = true;          // false: ranks record their phases alone, and nothing can be proved
  std::string terminal;       // "/dev/pts/3": a rank that raises is debugged there; "": none is
  std::string rerun_command;  // the words before " --select 'id = …'"
  MachineFacts machine;
  LaunchOptions launch;
};

class Controller {
 public:
  // `scripts` may be null.
  Controller(const matrix::Plan& plan, RunOptions options, const RunFolder& folder, Ledger& ledger,
             report::Reporter& reporter, Scripts* scripts);

  // Runs all that is not finished yet. Returns true when done, false when `must_stop`, which is
  // asked several times a second, said so first. No process is left below this one in either case,
  // nor when it throws (EnvironmentError, report::OutputError).
  bool run(const std::function<bool()>& must_stop);

  double now() const;  // seconds since the run began

 private:
  void start_what_fits();
  bool start(Training training);
  void ask_for_torchs_records(const matrix::Cell& cell, protocol::Run& run,
                              verdict::CellRecord& record) const;
  void settle_without_training(const Training& training);

  void wait_for_something();
  void hear(const protocol::Event& event);
  void examine(RunningTraining& job, const protocol::Event& event);
  void tell_of_stall(RunningTraining& job);
  // As soon as its ranks have compiled what will hang.
  void tell_of_inconsistency(RunningTraining& job);
  void stop_what_is_stuck();
  void finish(int id);
  void after_agents_died();
  void interrupt();
  bool is_debugging() const;
  void forget_turn() const;  // no rank that raises is debugged any more

  const matrix::Plan& plan_;
  RunOptions options_;
  const RunFolder& folder_;
  Ledger& ledger_;
  Scripts* scripts_;
  report::Reporter& reporter_;
  Resources resources_;
  std::vector<Training> waiting_;
  std::map<int, RunningTraining> jobs_;  // by number
  int next_job_ = 0;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  AgentLink agents_;  // last: its destructor ends every process
};

}  // namespace gridlock::controller
