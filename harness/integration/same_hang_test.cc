// One program hangs below run, below exec, and while dump asks: each says the same of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "harness/diagnosis/hang.h"
#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using Json = nlohmann::json;  // in which the order of fields is none

constexpr const char* kScript = R"(
import sys
sys.path.insert(0, "{}")
import torch.distributed as dist
import crosswise
def batch():
    crosswise.average_metrics()
dist.init_process_group("gloo")
batch()
)";

Json of_run(const Workspace& workspace) {
  GridlockRun run(workspace, run_words("crosswise"));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  const auto records = workspace.results();
  if (records.size() != 1 || !records[0].hang) return {};
  EXPECT_EQ(records[0].signature, records[0].hang->signature);
  const auto file = workspace.root() / "out" / records[0].evidence / "diagnosis.json";
  const Json hang = facts::to_json(*records[0].hang);
  EXPECT_EQ(Json::parse(read_text(file))["finding"], hang);
  const auto certificate =
      nlohmann::json::parse(read_text(file.parent_path() / "certificate.json"));
  EXPECT_EQ(certificate["finding"], nlohmann::json(hang));
  return hang;
}

// What exec wrote, and what dump said while exec held its ranks.
std::pair<Json, Json> of_exec_and_dump(const Workspace& workspace) {
  std::string text = kScript;
  text.replace(text.find("{}"), 2, INTEGRATION_FOLDER "/cases/crosswise");
  GridlockRun run(workspace, exec_words({"-n", "2", "--on-deadlock", "hold", "--json", "exec.json",
                                         "--evidence", "e", workspace.write("train.py", text)}));
  run.wait_until("it is held", [&] { return run.output().find("holding") != std::string::npos; });
  GridlockRun dump(workspace, {"dump", "--json", std::to_string(run.pid())});
  EXPECT_EQ(dump.exit_code(), 0) << dump.output();
  kill(run.pid(), SIGINT);
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  return {Json::parse(read_text(workspace.root() / "exec.json")), Json::parse(dump.output())};
}

// How long a proof took differs.
Json comparable(Json record) {
  EXPECT_GT(record["latency_ms"], 0);
  record.erase("latency_ms");
  record.erase("stacks");     // of exec and dump alone
  record.erase("exit_code");  // of exec alone
  return record;
}

TEST(SameHang, HasTheSameRecordThroughRunExecAndDump) {
  const Workspace workspace;
  const Json run = of_run(workspace);
  ASSERT_TRUE(run.is_object());
  EXPECT_EQ(run["signature"], "deadlock:cross-group cycle:all_reduce:metrics:average_metrics");
  const auto [exec, dump] = of_exec_and_dump(workspace);
  EXPECT_EQ(comparable(exec), comparable(run));
  EXPECT_EQ(comparable(dump), comparable(run));
  EXPECT_EQ(dump["stacks"], exec["stacks"]);
}

}  // namespace
}  // namespace gridlock::integration
