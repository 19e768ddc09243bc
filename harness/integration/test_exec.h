// The fixture for tests of gridlock exec: a workspace, and scripts that several tests use.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {

class ExecFixture : public ::testing::Test {
 protected:
  // A script that hangs: rank 0 makes a collective that rank 1 does not make.
  static constexpr const char* kHangs = R"(
import torch, torch.distributed as dist
dist.init_process_group("gloo")
if dist.get_rank() == 0:
    dist.all_reduce(torch.ones(1))
dist.barrier()
)";

  // The end of a script: the ranks print their number once all of them have connected.
  static constexpr const char* kCounts = R"(
ones = torch.ones(1)
dist.all_reduce(ones)
print(f"ranks {int(ones.item())}\n", end="")
dist.barrier()
dist.destroy_process_group()
)";

  // A script in which each rank announces itself, starts a daemon and waits forever.
  static constexpr const char* kHasDaemon = R"(
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
open("here" + os.environ["RANK"], "w").close()
time.sleep(1000)
)";

  std::string script(const std::string& text) { return workspace_.write("script.py", text); }

  Workspace workspace_;
};

}  // namespace gridlock::integration
