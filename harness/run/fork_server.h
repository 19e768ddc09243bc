// Runs scripts whose ranks are forked from one interpreter that has imported torch. Each script has
// its own `gridlock exec`, which starts in a tenth of a second, whereas importing torch takes
// seconds. Scripts may run at the same time. The Python side is
// harness/rank/gridlock/start/fork_server.py.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/exec/parts.h"
#include "harness/process/fd.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::run {

// Returns the command that starts the interpreter. Nothing else may use `folder`.
process::Program fork_server_program(const std::filesystem::path& python, const exec::Parts& parts,
                                     const std::filesystem::path& folder);
// Returns the environment variable (name and value) that fork_server_program() needs. The value
// contains the descriptor of the channel, and whether the interpreter serves as a nursery
// (start/nursery.py).
std::pair<std::string, std::string> fork_server_order(int channel, bool nursery = false);

class ForkServer {
 public:
  // File name of every script. Each script has its own folder.
  static constexpr const char* kScript = "repro.py";

  struct RunRequest {
    std::filesystem::path folder;             // contains the script; its working folder
    std::vector<std::string> exec;            // options of `gridlock exec`: {"-n", "4"}
    std::vector<std::string> arguments = {};  // arguments of the script
    std::map<std::string, std::string> environment = {};  // added for exec and ranks
    int output = -1;                // descriptor for the output of exec and ranks
    bool search_intervals = false;  // kSearchIntervals (harness/exec/intervals.h)
  };

  // Starts the interpreter and waits until it has imported torch, which takes seconds, or until
  // `must_stop` returns true. If there is a warm interpreter, uses that one instead
  // (harness/protocol/warm_start.h). `gridlock` is the path of the program. Throws
  // std::runtime_error on failure.
  ForkServer(
      const std::filesystem::path& gridlock, const std::filesystem::path& python,
      const exec::Parts& parts, const std::function<bool()>& must_stop = [] { return false; });
  // Stops all execs with their ranks, then the interpreter.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // Returns false if the constructor was stopped. Only the destructor may then be called.
  bool is_ready() const { return ready_; }

  // Starts an exec and returns its process id. Throws std::runtime_error if the server has exited.
  pid_t start(const RunRequest& request);
  // Stops an exec, which kills its ranks.
  static void stop(pid_t exec);

  int fd() const { return channel_.get(); }  // readable once an exec has ended
  // Returns the exit codes of the execs that have ended since the last call, by process id.
  std::map<pid_t, int> take_ended();

 private:
  std::string next_message();

  std::filesystem::path gridlock_;
  process::TemporaryFolder folder_;
  process::Fd channel_;
  pid_t pid_ = -1;
  bool ready_ = false;
  std::map<pid_t, int> ended_;
};

}  // namespace gridlock::run
