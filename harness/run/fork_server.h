// Runs scripts one after the other, or side by side, on ranks that are forked from one interpreter
// which has imported torch: a `gridlock exec` each, under way in a tenth of a second instead of the
// seconds that importing torch takes (the other side is
// harness/rank/gridlock/start/fork_server.py).
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

// The interpreter; `folder` is its own.
process::Program fork_server_program(const std::filesystem::path& python, const exec::Parts& parts,
                                     const std::filesystem::path& folder);
// For fork_server_program(): what it serves, and whether as a nursery (start/nursery.py).
std::pair<std::string, std::string> fork_server_order(int channel, bool nursery = false);

class ForkServer {
 public:
  // Every script has this name, in a folder of its own.
  static constexpr const char* kScript = "repro.py";

  struct Job {
    std::filesystem::path folder;             // holds the script; becomes its working folder
    std::vector<std::string> exec;            // options of `gridlock exec`: {"-n", "4"}
    std::vector<std::string> arguments = {};  // of the script
    std::map<std::string, std::string> environment = {};  // of exec and ranks, added to theirs
    int output = -1;                                      // descriptor for what the job prints
    bool search_pace = false;  // examine ranks as soon as a search may (harness/exec/pace.h)
  };

  // Starts the interpreter and waits until it has imported torch, seconds; or adopts one that has
  // (harness/protocol/warm_start.h). `gridlock` is the program. Throws std::runtime_error where it fails.
  ForkServer(const std::filesystem::path& gridlock, const std::filesystem::path& python,
             const exec::Parts& parts);
  // Ends its jobs with their ranks, and itself.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // The process of the job's exec. Throws std::runtime_error where the server is gone.
  pid_t start(const Job& job);
  // Ends a job: exec ends its ranks.
  static void stop(pid_t job);

  int fd() const { return channel_.get(); }  // readable once a job has ended
  // The exit codes of jobs that have ended since the last call, by process.
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
