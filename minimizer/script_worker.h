// The Python process that knows what scripts are made of: it parses them, finds places, writes
// candidates and refuses what cannot run. Requests and replies are in gridlock_minimizer/worker.py.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::minimizer {

// What the worker could not do, or how it ended.
struct WorkerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class ScriptWorker {
 public:
  // `package`: the folder that holds gridlock_minimizer; `captured`: where a run of the script
  // wrote what its modules compute (harness/rank/gridlock/capture), if there is one. Starts the
  // process.
  ScriptWorker(std::filesystem::path python, std::filesystem::path package,
               std::filesystem::path captured = {});
  ~ScriptWorker();
  ScriptWorker(const ScriptWorker&) = delete;
  ScriptWorker& operator=(const ScriptWorker&) = delete;

  // Waits for the reply. Throws WorkerError; a worker that has ended is started again by the next
  // request, and what was open in the old one is gone.
  nlohmann::json request(const nlohmann::json& request);

  // How often the worker has ended: what was opened before the last time is not open any more.
  int generation() const { return generation_; }

 private:
  void start();
  void stop();
  [[noreturn]] void ended();
  std::string line();

  std::filesystem::path python_, package_, captured_;
  process::Fd channel_;
  pid_t pid_ = -1;
  int generation_ = 0;
  std::string received_;
};

// One line that says why a script cannot work, without running it; "" if nothing is known against
// it.
std::string screen(ScriptWorker& worker, const std::string& text);

// Equal for scripts that differ in nothing that matters: Problem::canonical.
std::string canonical_form(ScriptWorker& worker, const std::string& text);

// The libraries that it imports, without Python's own and torch.
std::vector<std::string> libraries_of(ScriptWorker& worker, const std::string& text);

// A user's script with the local modules that it imports, as one text.
std::string link_script(ScriptWorker& worker, const std::filesystem::path& script);

// The same script for readers: names of locals without numbers, laid out.
std::string finish_script(ScriptWorker& worker, const std::string& text);

}  // namespace gridlock::minimizer
