// Represents the Python process that edits scripts. The process parses them, finds the pieces that
// can be made smaller, writes candidates, and refuses candidates that cannot run.
// gridlock_minimizer/worker.py describes the requests and replies.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::minimizer {

// Thrown if the worker could not serve a request, or has ended.
struct WorkerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class ScriptWorker {
 public:
  // Starts the process. `package` is the folder that contains gridlock_minimizer. `captured` is the
  // folder, if any, into which a run of the script wrote the computations of its modules
  // (harness/rank/gridlock/capture).
  ScriptWorker(std::filesystem::path python, std::filesystem::path package,
               std::filesystem::path captured = {});
  ~ScriptWorker();
  ScriptWorker(const ScriptWorker&) = delete;
  ScriptWorker& operator=(const ScriptWorker&) = delete;

  // Sends a request and returns the reply. Throws WorkerError, also if the worker takes more than
  // five minutes. If the worker has ended, the next request starts a new worker. All edits that
  // were open in the old worker are then lost.
  nlohmann::json request(const nlohmann::json& request);

  // Returns how often the worker has ended. Edits that were opened before the last end are invalid.
  int generation() const { return generation_; }

 private:
  void start();
  void stop();
  [[noreturn]] void ended();
  void wait_for_reply();
  std::string line();

  std::filesystem::path python_, package_, captured_;
  process::Fd channel_;
  pid_t pid_ = -1;
  int generation_ = 0;
  std::string received_;
};

// Checks a script without running it. Returns one line that states why the script cannot work, or
// "" if no reason is found.
std::string screen(ScriptWorker& worker, const std::string& text);

// Returns the canonical form (Problem::canonical). Scripts without a relevant difference have the
// same canonical form.
std::string canonical_form(ScriptWorker& worker, const std::string& text);

// Returns the libraries that the script imports, except the standard library and torch.
std::vector<std::string> libraries_of(ScriptWorker& worker, const std::string& text);

// Returns a user's script with the local modules that it imports, as one text.
std::string link_script(ScriptWorker& worker, const std::filesystem::path& script);

// Returns an equivalent script for readers: locals lose the numbers in their names where possible,
// and the text is laid out.
std::string finish_script(ScriptWorker& worker, const std::string& text);

}  // namespace gridlock::minimizer
