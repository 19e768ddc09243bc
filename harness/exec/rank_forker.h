// Forks the ranks and their store from one interpreter, so that torch is imported only once
// (counterpart: harness/rank/gridlock/start/forking.py). After the forks, the interpreter exits,
// and its children become children of this process, which must be a subreaper. The ranks wait until
// this process releases them.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/process/fd.h"
#include "harness/process/spawn.h"
#include "harness/protocol/exec_messages.h"

namespace gridlock::exec {

struct ForkRequest {
  // The program of a rank, with the environment variables that all ranks share.
  process::Program interpreter;
  std::vector<std::map<std::string, std::string>> ranks;  // other variables of each rank
  std::vector<process::Fd> outputs = {};                  // one per rank; empty = inherited
  process::Fd store = {};                                 // a listening socket; closed = no store
};

using protocol::ForkedRanks;

class RankForker {
 public:
  // Starts the interpreter. Throws std::system_error if that fails.
  explicit RankForker(ForkRequest request);
  // Uses `warm`, a child of this process that has imported torch and waits for a request. Ignores
  // `request.interpreter` except its environment variables. Throws std::system_error if the child
  // is gone.
  RankForker(ForkRequest request, const protocol::WarmInterpreter& warm);

  pid_t pid() const { return pid_; }
  // Returns the forked processes. Call this after the interpreter has exited. Returns nullopt if
  // the interpreter has failed. The destructor of this object releases the ranks.
  std::optional<ForkedRanks> take();

 private:
  process::Fd channel_;
  pid_t pid_;
};

}  // namespace gridlock::exec
