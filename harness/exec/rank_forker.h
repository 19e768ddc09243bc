// One interpreter that imports torch once, and forks the ranks and their store from it (the other
// side is harness/rank/gridlock/start/forking.py). Then it ends: what it has forked belongs to this
// process, which must be a subreaper, as if it had been started here. The ranks wait until let go.
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

struct ForkOrder {
  // How a rank is started, but for the variables that it has alone. No standard_output.
  process::Program interpreter;
  std::vector<std::map<std::string, std::string>> ranks;  // the variables of each
  std::vector<process::Fd> outputs = {};                  // of each; none: inherited
  process::Fd store = {};                                 // listens; closed: no store
};

using protocol::ForkedRanks;

class RankForker {
 public:
  // Starts it. Throws std::system_error where that fails.
  explicit RankForker(ForkOrder order);
  // Has a child of this process do it that has imported torch, and waits. Throws std::system_error
  // where it is gone. Of the interpreter, the variables alone count.
  RankForker(ForkOrder order, const protocol::WarmInterpreter& warm);

  pid_t pid() const { return pid_; }
  // Once it has ended: what it has forked; nothing where it failed. The ranks are let go when this
  // object goes.
  std::optional<ForkedRanks> take();

 private:
  process::Fd channel_;
  pid_t pid_;
};

}  // namespace gridlock::exec
