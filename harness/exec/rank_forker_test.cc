#include "harness/exec/rank_forker.h"

#include <gmock/gmock.h>
#include <poll.h>

#include <stdexcept>

#include "harness/exec/children.h"
#include "harness/exec/environment.h"
#include "harness/process/log.h"

namespace gridlock::exec {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::ThrowsMessage;

// A stand-in for forking.py that forks the ranks. kTell makes it report their process ids.
constexpr const char* kBegin = R"(
import json, os, time
order = json.loads(os.environ["GRIDLOCK_FORK"])
def rank(variables):
    pid = os.fork()
    if pid == 0:
        os.read(order["channel"], 1)
        os.write(1, b"goes on ")
        os._exit(int(variables["CODE"]))
    return pid
pids = [rank(variables) for variables in order["ranks"]]
)";
constexpr const char* kTell = R"(
os.write(order["channel"], json.dumps({"ranks": pids}).encode())
)";

struct Forked : ::testing::Test {
  Forked() { process::become_subreaper(); }

  // Starts ranks 4 and 5, which exit with the given codes.
  void start(const std::string& program, const char* first_code, const char* second_code) {
    ForkRequest request{.interpreter = {},
                        .ranks = {{{"CODE", first_code}}, {{"CODE", second_code}}}};
    request.interpreter.arguments = {EXEC_PYTHON, "-S", "-c", program};
    request.interpreter.standard_output = output.get();
    children.start_forked(4, RankForker(std::move(request)));
  }
  void wait_for_all() {
    while (children.running()) {
      children.reap();
      poll(nullptr, 0, 5);
    }
  }

  // Returns what the ranks print after their release. Waits for their output.
  std::string printed() {
    for (int i = 0; i < 60 && process::read_log(output.get()).empty(); ++i) poll(nullptr, 0, 5);
    return process::read_log(output.get());
  }

  process::Fd output = process::make_log();
  Children children;
};

TEST_F(Forked, RanksAreReapedAsChildrenOfThisProcess) {
  start(std::string(kBegin) + kTell, "0", "3");
  wait_for_all();
  ASSERT_THAT(children.all(), SizeIs(2));
  EXPECT_EQ(children.all()[0].name, "rank 4");
  EXPECT_EQ(children.all()[0].code, 0);
  ASSERT_THAT(children.failures(), SizeIs(1));
  EXPECT_EQ(children.failures()[0].rank, 5);
  EXPECT_EQ(children.failures()[0].code, 3);
  EXPECT_EQ(process::read_log(output.get()), "goes on goes on ");
}

TEST_F(Forked, WithoutAReportNoRankGoesOn) {
  start(std::string(kBegin) + "os._exit(9)", "0", "0");
  EXPECT_THAT([&] { wait_for_all(); }, ThrowsMessage<std::runtime_error>(
                                           HasSubstr("that forks the ranks exited with code 9")));
  EXPECT_EQ(printed(), "");
}

TEST_F(Forked, RanksThatAreNotWantedAnyMoreAreNotLetGo) {
  start(std::string(kBegin) + kTell, "0", "0");
  children.expect_ends();
  wait_for_all();
  EXPECT_THAT(children.all(), SizeIs(0));
  EXPECT_EQ(printed(), "");
}

TEST(TakeCommon, LeavesWhatDiffersAndWhatSomeLack) {
  std::vector<Environment> all{{{"A", "1"}, {"B", "1"}, {"C", "1"}}, {{"A", "1"}, {"B", "2"}}};
  EXPECT_EQ(take_common(all), (Environment{{"A", "1"}}));
  EXPECT_EQ(all[0], (Environment{{"B", "1"}, {"C", "1"}}));
  EXPECT_EQ(all[1], (Environment{{"B", "2"}}));
}

}  // namespace
}  // namespace gridlock::exec
