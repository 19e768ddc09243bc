// The scripts of cells that failed (repro.py in their evidence folders), each written by a process
// of its own while the run goes on. A run never fails by them.
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

// Writes the script that `request` asks for to `script`; prints why where it cannot.
process::Program script_program(const LaunchOptions& launch, const std::string& request,
                                const std::filesystem::path& script);

class Scripts {
 public:
  Scripts(LaunchOptions launch, MachineFacts machine)
      : launch_(std::move(launch)), machine_(machine) {}
  ~Scripts();  // ends what still runs
  Scripts(const Scripts&) = delete;
  Scripts& operator=(const Scripts&) = delete;

  bool on_gpus(const matrix::Cell& cell) const { return trains_on_gpus(cell, machine_); }

  // `name` is what outcomes() will call it.
  void add(std::string name, std::string request, std::filesystem::path script);
  // Starts and reaps, one at a time; never waits. To be called now and then.
  void tend();
  // Waits for all of them, until `must_stop` and for a minute at most.
  void finish(const std::function<bool()>& must_stop);

  // By name: "" where the script is there, else why it is not.
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
  std::deque<Task> tasks_;  // the first of them runs where `child_` is one
  pid_t child_ = 0;
  process::Fd said_;
  double started_ = 0;
  std::map<std::string, std::string> outcomes_;
};

}  // namespace gridlock::controller
