// The scripts of failed cells (repro.py in their evidence folders), each written by a separate
// process while the run continues. A run never fails because of them.
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

// Returns the program that writes the script for `request` to `script`; on failure it prints why.
process::Program script_program(const LaunchOptions& launch, const std::string& request,
                                const std::filesystem::path& script);

class ReproExporter {
 public:
  ReproExporter(LaunchOptions launch, MachineFacts machine)
      : launch_(std::move(launch)), machine_(machine) {}
  ~ReproExporter();  // ends a process that still runs
  ReproExporter(const ReproExporter&) = delete;
  ReproExporter& operator=(const ReproExporter&) = delete;

  bool on_gpus(const matrix::Cell& cell) const { return trains_on_gpus(cell, machine_); }

  // `name`: the script's key in outcomes().
  void add(std::string name, std::string request, std::filesystem::path script);
  // Starts and reaps processes, one at a time; never waits. To be called from time to time.
  void poll();
  // Waits for all of them, until `must_stop` returns true and for at most a minute.
  void finish(const std::function<bool()>& must_stop);

  // Maps each name to "" if the script was written, else to the reason why not.
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
