// The Python process that edits scripts: it parses them, finds places, writes candidates and
// refuses those that cannot run. Requests and replies are in gridlock_minimizer/worker.py.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::minimizer {

// A request that the worker could not serve, or the end of the worker.
struct WorkerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class ScriptWorker {
 public:
  // Starts the process. `package`: the folder that holds gridlock_minimizer. `captured`: the
  // folder, if any, into which a run of the script wrote the computations of its modules
  // (harness/rank/gridlock/capture).
  ScriptWorker(std::filesystem::path python, std::filesystem::path package,
               std::filesystem::path captured = {});
  ~ScriptWorker();
  ScriptWorker(const ScriptWorker&) = delete;
  ScriptWorker& operator=(const ScriptWorker&) = delete;

  // Waits for the reply. Throws WorkerError. The next request starts a worker that has ended again;
  // all edits that were open in the old one are gone.
  nlohmann::json request(const nlohmann::json& request);

  // Counts how often the worker has ended: edits that were opened before the last end are closed.
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

// Returns one line that says why a script cannot work, without running it; "" if no reason is
// found.
std::string screen(ScriptWorker& worker, const std::string& text);

// Returns the canonical form (Problem::canonical), equal for scripts without a difference that
// matters.
std::string canonical_form(ScriptWorker& worker, const std::string& text);

// Returns the libraries that the script imports, except the standard library and torch.
std::vector<std::string> libraries_of(ScriptWorker& worker, const std::string& text);

// Returns a user's script with the local modules that it imports, as one text.
std::string link_script(ScriptWorker& worker, const std::filesystem::path& script);

// Returns the same script for readers: names of locals without numbers, laid out.
std::string finish_script(ScriptWorker& worker, const std::string& text);

}  // namespace gridlock::minimizer
