#include "harness/exec/kept_store.h"

#include <unistd.h>

#include <vector>

#include "harness/inspect/store_clients.h"
#include "harness/process/process_tree.h"

namespace gridlock::exec {

bool KeptStore::is_used(int port, Clock::time_point now) {
  if (now < next_look_) return used_;
  next_look_ = now + std::chrono::seconds(1);
  std::vector<pid_t> own = process::descendants(process::system_table(), getpid());
  own.push_back(getpid());
  used_ = inspect::serves_others(port, own);
  return used_;
}

}  // namespace gridlock::exec
