// Tests that `run`, `exec`, and `dump` during an exec report a hang in the same way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using Json = nlohmann::json;  // comparison ignores the order of fields
using ::testing::HasSubstr;

constexpr const char* kScript = R"(
import sys
sys.path.insert(0, "FOLDER")
import torch.distributed as dist
import ways_to_hang
def batch():
    ways_to_hang.HANG()
dist.init_process_group("gloo")
batch()
)";

std::string script(const std::string& hang) {
  std::string text = kScript;
  text.replace(text.find("FOLDER"), 6, INTEGRATION_FOLDER "/cases/hangs");
  text.replace(text.find("HANG"), 4, hang);
  return text;
}

Json of_run(const Workspace& workspace, const std::string& hang) {
  GridlockRun run(workspace, run_words("hangs", {"--select", "hang = " + hang}));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  const auto records = workspace.results();
  if (records.size() != 1 || !records[0].finding) return {};
  EXPECT_EQ(records[0].signature, records[0].finding->signature);
  const auto folder = workspace.root() / "out" / records[0].evidence;
  const Json finding = facts::to_json(*records[0].finding);
  EXPECT_EQ(Json::parse(read_text(folder / "diagnosis.json"))["finding"], finding);
  if (records[0].finding->proved) {
    EXPECT_EQ(Json::parse(read_text(folder / "certificate.json"))["finding"], finding);
  }
  return finding;
}

// The record that dump prints during an exec, and the record that the exec writes at its end.
struct Seen {
  Json dump;
  Json exec;
};

Json ask(const Workspace& workspace, const GridlockRun& exec) {
  GridlockRun dump(workspace, {"dump", "--json", std::to_string(exec.pid())});
  EXPECT_EQ(dump.exit_code(), 0) << dump.output();
  return Json::parse(dump.output());
}

Seen of_proof(const Workspace& workspace, const std::string& hang) {
  GridlockRun run(workspace,
                  exec_words({"--fork", "-n", "2", "--on-deadlock", "hold", "--json", "exec.json",
                              "--evidence", "e", workspace.write("train.py", script(hang))}));
  run.wait_until("it is held", [&] { return run.output().find("holding") != std::string::npos; });
  const Json dump = ask(workspace, run);
  kill(run.pid(), SIGINT);
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  return {dump, Json::parse(read_text(workspace.root() / "exec.json"))};
}

// Returns the records of a stall. gridlock reports a stall after ten seconds, before the timeout.
Seen of_stall(const Workspace& workspace, const std::string& hang) {
  GridlockRun run(
      workspace, exec_words({"--fork", "-n", "2", "--timeout", "15", "--json", "exec.json", "--evidence", "e",
                             workspace.write("train.py", script(hang))}));
  run.wait_until("it is told",
                 [&] { return run.output().find("may continue") != std::string::npos; });
  const Json dump = ask(workspace, run);
  EXPECT_EQ(run.exit_code(), 91) << run.output();
  return {dump, Json::parse(read_text(workspace.root() / "exec.json"))};
}

// Returns the record without the fields that depend on time.
Json comparable(Json record) {
  static const std::regex kSoFar(R"( for [\d.]+ s(?=;|$))");
  record["sentence"] = std::regex_replace(record["sentence"].get<std::string>(), kSoFar, "");
  record.erase("latency_ms");
  record.erase("stacks");  // only records of exec and dump have stacks
  for (const char* only_of_exec : {"exit_code", "looked_at", "evidence"})
    record.erase(only_of_exec);
  return record;
}

struct SameHang : ::testing::Test {
  void compare(const Seen& seen, const Json& run) {
    EXPECT_EQ(comparable(seen.exec), comparable(run));
    EXPECT_EQ(comparable(seen.dump), comparable(run));
    EXPECT_EQ(seen.dump["stacks"], seen.exec["stacks"]);
  }

  const Workspace workspace;
};

TEST_F(SameHang, AProofHasTheSameRecordThroughRunExecAndDump) {
  const Json run = of_run(workspace, "crosswise");
  ASSERT_TRUE(run.is_object());
  EXPECT_EQ(run["signature"], "deadlock:cross-group cycle:all_reduce:metrics:crosswise");
  EXPECT_GT(run["latency_ms"], 0);
  compare(of_proof(workspace, "crosswise"), run);
}

TEST_F(SameHang, AStallHasTheSameRecordThroughRunExecAndDump) {
  const Json run = of_run(workspace, "sleeps");
  ASSERT_TRUE(run.is_object());
  EXPECT_EQ(run["verdict"], "stall");
  EXPECT_THAT(run["sentence"].get<std::string>(), HasSubstr("sleeps in sleeps at ways_to_hang.py"));
  compare(of_stall(workspace, "sleeps"), run);
}

TEST_F(SameHang, ARankThatCompilesIsACompileSkewThroughRunExecAndDump) {
  const Json run = of_run(workspace, "compiles");
  ASSERT_TRUE(run.is_object());
  EXPECT_EQ(run["verdict"], "compile_skew");
  compare(of_stall(workspace, "compiles"), run);
}

}  // namespace
}  // namespace gridlock::integration
