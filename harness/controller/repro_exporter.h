// Writes a script that reproduces the failure (repro.py) to the evidence folder of each failed
// cell. A separate process writes the scripts while the run continues. A script that cannot be
// written does not make the run fail.
#pragma once

#include <sys/types.h>

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "harness/controller/launcher.h"
#include "harness/controller/machine.h"
#include "harness/controller/specification.h"
#include "harness/process/fd.h"
#include "harness/process/spawn.h"

namespace gridlock::controller {

inline constexpr const char* kScriptName = "repro.py";

// Returns the program that writes the script for `request` to the file `script`. The program prints
// the reason if it fails.
process::Program script_program(const LaunchOptions& launch, const std::string& request,
                                const std::filesystem::path& script);

class ReproExporter {
 public:
  ReproExporter(LaunchOptions launch, MachineFacts machine)
      : launch_(std::move(launch)), machine_(machine) {}
  ~ReproExporter();  // kills the child if it is running
  ReproExporter(const ReproExporter&) = delete;
  ReproExporter& operator=(const ReproExporter&) = delete;

  bool on_gpus(const matrix::Cell& cell) const { return trains_on_gpus(cell, machine_); }

  // Queues a script. `name` is the script's key in outcomes().
  void add(std::string name, std::string request, std::filesystem::path script);
  // Starts or reaps a process, without waiting. At most one process runs at a time. The caller must
  // call this regularly.
  void poll();
  // Waits until all scripts are written, `must_stop` returns true, or a minute has passed.
  void finish(const std::function<bool()>& must_stop);

  // Returns the result for each name: "" if the script was written, else the reason for the
  // failure.
  const std::map<std::string, std::string>& outcomes() const { return outcomes_; }

 private:
  struct Task {
    std::string name, request;
    std::filesystem::path script;
  };
  void start();
  void reap(int status);

  LaunchOptions launch_;
  MachineFacts machine_;
  std::deque<Task> tasks_;  // the first one runs if `child_` is set
  pid_t child_ = 0;
  process::Fd output_;
  double started_ = 0;
  std::map<std::string, std::string> outcomes_;
};

}  // namespace gridlock::controller
