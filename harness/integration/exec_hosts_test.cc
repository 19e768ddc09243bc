// Tests gridlock exec on two hosts. Both are this machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <string>

#include "harness/integration/test_exec.h"
#include "harness/protocol/channel.h"
#include "harness/protocol/rendezvous.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Ranks 0 to 2 make a collective, and rank 3 waits for a message of rank 0.
constexpr const char* kHangsOnTwo = R"(
import torch, torch.distributed as dist
dist.init_process_group("gloo")
dist.barrier()
if dist.get_rank() == 3:
    dist.recv(torch.ones(1), 0)
else:
    dist.all_reduce(torch.ones(1))
)";

class ExecHosts : public ExecFixture {
 protected:
  std::string counting_script() {
    return script(std::string("import torch, torch.distributed as dist\n"
                              "dist.init_process_group('gloo')\n") +
                  kCounts);
  }
  // Returns the arguments of exec on one of the hosts.
  Words host(int number, int ranks, const std::string& path) const {
    return exec_words({"-n", std::to_string(ranks), "--nnodes", "2", "--node-rank",
                       std::to_string(number), "--master-addr", "127.0.0.1", "--master-port",
                       std::to_string(port_), "--evidence",
                       workspace_.root() / ("evidence" + std::to_string(number)), path});
  }

  void expect_deadlock(GridlockRun& first, GridlockRun& second) const {
    EXPECT_EQ(first.exit_code(), 90) << first.output();
    EXPECT_EQ(second.exit_code(), 90) << second.output();
    EXPECT_THAT(first.output(), HasSubstr("Rank 3 waits in recv #1 from rank 0 (tag 0) of "
                                          "default_pg[0-3] at script.py:6; rank 0 never sends"));
    EXPECT_THAT(first.output(), HasSubstr("▸ <module>"));
    EXPECT_THAT(second.output(),
                HasSubstr("deadlock, reported by the first host: Rank 3 waits in recv"));
    EXPECT_TRUE(std::filesystem::exists(workspace_.root() / "evidence0" / "stacks-rank3.txt"));
  }

  // exec also uses the next port.
  const int port_ = 20'000 + 2 * (getpid() % 5'000);
};

TEST_F(ExecHosts, ADeadlockIsProvedByTheFirst) {
  const auto path = script(kHangsOnTwo);
  GridlockRun first(workspace_, host(0, 2, path)), second(workspace_, host(1, 2, path));
  expect_deadlock(first, second);
}

// The stranger connects before the second host, and stays.
TEST_F(ExecHosts, AStrangerChangesNothing) {
  const auto path = script(kHangsOnTwo);
  const Environment secret{{"GRIDLOCK_JOB_SECRET", "0123456789abcdef"}};
  GridlockRun first(workspace_, host(0, 2, path), secret);
  protocol::Channel stranger;
  first.wait_until("its port is open", [&] {
    stranger = protocol::Channel(protocol::connect_to_port("127.0.0.1", port_ + 1));
    return !stranger.closed();
  });
  const protocol::Channel silent(protocol::connect_to_port("127.0.0.1", port_ + 1));
  stranger.send({{"host", 1}, {"secret", "guessed"}});
  stranger.send({{"events", 7}, {"quiet", true}});
  stranger.send({{"answer", 1}});
  GridlockRun second(workspace_, host(1, 2, path), secret);
  expect_deadlock(first, second);
  EXPECT_THAT(first.output(),
              HasSubstr("refused a gridlock exec at 127.0.0.1, which knows another"));
}

TEST_F(ExecHosts, HostsThatAreToldWhereTheyMeetTrainTogether) {
  const auto path = counting_script();
  GridlockRun first(workspace_, host(0, 1, path)), second(workspace_, host(1, 1, path));
  EXPECT_EQ(first.exit_code(), 0) << first.output();
  EXPECT_EQ(second.exit_code(), 0) << second.output();
  EXPECT_THAT(second.output(), HasSubstr("ranks 2"));
  EXPECT_THAT(first.output() + second.output(), Not(HasSubstr("examines only its own ranks")));
}

// Without a process group, the hosts share no secret, and the first one cannot ask the other.
TEST_F(ExecHosts, TheStoreIsServedAsLongAsARankOfAnotherHostUsesIt) {
  const auto path = script(R"(
import os, time
from torch.distributed import TCPStore
rank = os.environ["RANK"]
store = TCPStore(os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"]), is_master=False)
store.set(rank, "there")
store.wait(["0", "1"])
if rank == "1":
    time.sleep(8)
    store.set("late", "set")
    print("seen:", store.get("late"))
)");
  GridlockRun first(workspace_, host(0, 1, path)), second(workspace_, host(1, 1, path));
  EXPECT_EQ(second.exit_code(), 0) << second.output();
  EXPECT_THAT(second.output(), HasSubstr("seen: b'set'"));
  EXPECT_EQ(first.exit_code(), 0) << first.output();
}

TEST_F(ExecHosts, HostsWithDifferentSecretsTrainTogetherButAreExaminedApart) {
  const auto path = counting_script();
  GridlockRun first(workspace_, host(0, 1, path), {{"GRIDLOCK_JOB_SECRET", "0123456789abcdef"}});
  GridlockRun second(workspace_, host(1, 1, path), {{"GRIDLOCK_JOB_SECRET", "fedcba9876543210"}});
  EXPECT_EQ(first.exit_code(), 0) << first.output();
  EXPECT_EQ(second.exit_code(), 0) << second.output();
  EXPECT_THAT(first.output(),
              HasSubstr("refused a gridlock exec at 127.0.0.1, which knows another"));
}

TEST_F(ExecHosts, RanksThatCannotAgreeOnASecretAreExaminedByTheirHost) {
  const auto path = script(R"(
import torch.distributed as dist
from torch.testing._internal.distributed.fake_pg import FakeStore
dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=2)
)");
  GridlockRun first(workspace_, host(0, 1, path));
  EXPECT_EQ(first.exit_code(), 0) << first.output();
  EXPECT_THAT(first.output(), HasSubstr("each host examines only its own ranks, because the ranks "
                                        "have no store"));
}

TEST_F(ExecHosts, ASecretThatCanBeGuessedIsRefused) {
  GridlockRun run(workspace_, host(0, 1, counting_script()), {{"GRIDLOCK_JOB_SECRET", "job 7"}});
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.output(), HasSubstr("GRIDLOCK_JOB_SECRET is shorter than 16 characters"));
}

}  // namespace
}  // namespace gridlock::integration
