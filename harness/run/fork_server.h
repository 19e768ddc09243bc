// Runs scripts, sequentially or concurrently. Their ranks are forked from one interpreter that has
// already imported torch. Each script gets its own `gridlock exec`, which starts in a tenth of a
// second instead of the seconds that importing torch takes. The Python side is
// harness/rank/gridlock/start/fork_server.py.
#pragma once

#include <sys/types.h>

#include <filesystem>
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
// Returns the environment variable (name, value) that fork_server_program() needs. The value
// contains the channel's descriptor and whether the interpreter serves as a nursery
// (start/nursery.py).
std::pair<std::string, std::string> fork_server_order(int channel, bool nursery = false);

class ForkServer {
 public:
  // The file name of every script; each script has its own folder.
  static constexpr const char* kScript = "repro.py";

  struct RunRequest {
    std::filesystem::path folder;             // contains the script; its working folder
    std::vector<std::string> exec;            // options of `gridlock exec`: {"-n", "4"}
    std::vector<std::string> arguments = {};  // arguments of the script
    std::map<std::string, std::string> environment = {};  // added for exec and ranks
    int output = -1;                // descriptor for the output of exec and ranks
    bool search_intervals = false;  // kSearchIntervals (harness/exec/intervals.h)
  };

  // Starts the interpreter and waits (seconds) until the interpreter has imported torch, or adopts
  // an interpreter that has already imported torch (harness/protocol/warm_start.h). `gridlock` is
  // the path of the gridlock program. Throws std::runtime_error on failure.
  ForkServer(const std::filesystem::path& gridlock, const std::filesystem::path& python,
             const exec::Parts& parts);
  // Ends all `gridlock exec` processes and their ranks, then the interpreter.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // Returns the process id of the new `gridlock exec`. Throws std::runtime_error if the server has
  // exited.
  pid_t start(const RunRequest& request);
  // Ends a `gridlock exec`, which then ends its ranks.
  static void stop(pid_t exec);

  int fd() const { return channel_.get(); }  // readable once an exec has ended
  // Returns the exit codes, by process id, of the `gridlock exec` processes that have ended since
  // the last call.
  std::map<pid_t, int> take_ended();

 private:
  std::string next_message();

  std::filesystem::path gridlock_;
  process::TemporaryFolder folder_;
  process::Fd channel_;
  pid_t pid_ = -1;
  std::map<pid_t, int> ended_;
};

}  // namespace gridlock::run
