#include "bench/oracle_server.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <fstream>

#include "harness/process/search.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::bench {
namespace {

using minimizer::Candidate;
using minimizer::Reply;
using minimizer::Ticket;
using minimizer::Verdict;

// A candidate fails if it contains the word.
class WordOracle : public minimizer::Oracle {
 public:
  int slots() const override { return 1; }
  void submit(Ticket ticket, const Candidate& candidate) override {
    ticket_ = ticket;
    fails_ = candidate.text.find("fails") != std::string::npos;
  }
  std::optional<Reply> wait(std::chrono::milliseconds) override {
    Reply reply{ticket_, {}};
    reply.answer.verdict = fails_ ? Verdict::kSame : Verdict::kPasses;
    return reply;
  }
  void cancel(Ticket) override {}

 private:
  Ticket ticket_ = 0;
  bool fails_ = false;
};

struct OracleServerTest : ::testing::Test {
  OracleServerTest() : server(folder.path()) {
    server.write_program(process::find_program("python3"), folder.path() / "test", "repro.py");
  }

  // Returns the exit code that a reducer sees for a candidate.
  int exit_code_for(const std::string& text, const std::vector<std::string>& arguments = {}) {
    std::ofstream(folder.path() / (arguments.empty() ? "repro.py" : arguments[0])) << text;
    process::Program program;
    program.arguments = {folder.path() / "test"};
    program.arguments.insert(program.arguments.end(), arguments.begin(), arguments.end());
    program.folder = folder.path();
    const pid_t pid = process::spawn(program);
    EXPECT_TRUE(server.serve_one(oracle, {1, {}, {}}, std::chrono::seconds(60)));
    int status = 0;
    waitpid(pid, &status, 0);
    return process::exit_code_of(status);
  }

  process::TemporaryFolder folder{"oracle"};
  OracleServer server;
  WordOracle oracle;
};

TEST_F(OracleServerTest, AnswersByAnExitCode) {
  EXPECT_EQ(exit_code_for("this fails\n"), 0);
  EXPECT_EQ(exit_code_for("this passes\n"), 1);
  EXPECT_EQ(exit_code_for(std::string(1 << 20, ' ') + "fails"), 0);
}

TEST_F(OracleServerTest, TakesAnotherFile) {
  EXPECT_EQ(exit_code_for("this fails\n", {"other.py"}), 0);
}

TEST_F(OracleServerTest, WaitsNoLongerThanItsLimit) {
  EXPECT_FALSE(server.serve_one(oracle, {1, {}, {}}, std::chrono::milliseconds(1)));
}

}  // namespace
}  // namespace gridlock::bench
