// Tests the files and the output of gridlock exec. A missing folder must not cost any information
// about the ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "harness/integration/test_exec.h"
#include "harness/process/files.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Returns the evidence folder that the run has printed.
std::filesystem::path evidence_of(const GridlockRun& run) {
  const std::string said = run.output();
  const std::size_t at = said.find("evidence: ") + 10;
  return said.substr(at, said.find('\n', at) - at);
}

// A script in which each rank compiles a function with a graph break at `print`, and compiles it
// again for another number. The script ends with os._exit(), because gloo's threads sometimes abort
// an orderly exit.
constexpr const char* kCompiles = R"(
import os, torch, torch.distributed as dist
import torch.distributed._functional_collectives as functional
dist.init_process_group("gloo")

@torch.compile(backend="aot_eager")
def scale(x, n):
    x = functional.all_reduce(x * n, "sum", dist.group.WORLD)
    print("scaled")
    return x + 1

for n in (2, 3):
    scale(torch.ones(4), n)
dist.destroy_process_group()
os._exit(0)
)";

class ExecOutputs : public ExecFixture {};

TEST_F(ExecOutputs, ACompileReportTellsWhatEachRankCompiled) {
  const auto path = script(kCompiles);
  for (const std::string start : {"fresh", "--fork"}) {
    Words words{"-n", "2", "--compile-report", "compiled", path};
    if (start == "--fork") words.insert(words.begin(), start);
    GridlockRun run(workspace_, exec_words(words));
    EXPECT_EQ(run.exit_code(), 0) << run.output();
    EXPECT_THAT(run.output(),
                HasSubstr("gridlock: ranks 0-1 compiled 3 frames, 3 with a graph, in "))
        << start;
    const auto folder = workspace_.root() / "compiled";
    EXPECT_THAT(process::read_text(folder / "report.txt"),
                AllOf(HasSubstr("scale at script.py:6 [0/0], ranks 0-1"), HasSubstr("script.py:9"),
                      HasSubstr("1 collective"), HasSubstr("n == 2"), HasSubstr("peak memory: ")))
        << start;
    EXPECT_TRUE(std::filesystem::exists(folder / "rank0.jsonl"));
    EXPECT_TRUE(std::filesystem::exists(folder / "rank1.jsonl"));
    EXPECT_THAT(process::read_text(folder / "report.json"), HasSubstr("all_reduce"));
  }
}

// A script in which rank 0 compiles one more collective than rank 1, and waits in it forever.
constexpr const char* kCompilesDifferently = R"(
import torch, torch.distributed as dist
import torch.distributed._functional_collectives as functional
dist.init_process_group("gloo")
first = dist.get_rank() == 0

@torch.compile(backend="aot_eager")
def scale(x):
    x = functional.all_reduce(x, "sum", dist.group.WORLD)
    return functional.all_reduce(x, "max", dist.group.WORLD) if first else x

scale(torch.ones(4))
if not first:
    dist.recv(torch.ones(1), src=0)
)";

TEST_F(ExecOutputs, WhatRanksCompileDifferentlyIsSaidBeforeTheyHang) {
  GridlockRun run(workspace_, exec_words({"-n", "2", "--evidence", "e", "--compile-report",
                                          "compiled", script(kCompilesDifferently)}));
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  const std::string said = run.output();
  const std::size_t different =
      said.find("the ranks have compiled different code so far: the inference graph of scale");
  EXPECT_LT(different, said.find("deadlock, proved")) << said;
}

// Nobody can create a folder in /proc, not even root.
TEST_F(ExecOutputs, PathsThatCannotBeWrittenAreRefusedBeforeRanksStart) {
  const auto path = script("open('started', 'w')");
  const std::vector<std::pair<Words, const char*>> mistakes = {
      {{"--evidence", "/proc/none/evidence"}, "--evidence: cannot write to /proc/none/evidence"},
      {{"--json", "/proc/none.json"}, "--json: cannot write /proc/none.json"},
      {{"--json", "nowhere/v.json"}, "--json: cannot write nowhere/v.json"},
      {{"--tee", "/proc/none"}, "--tee: cannot write to /proc/none"},
      {{"--compile-report", "/proc/none"}, "--compile-report: cannot write to /proc/none"},
  };
  for (const auto& [words, said] : mistakes) {
    Words all{"-n", "1"};
    all.insert(all.end(), words.begin(), words.end());
    all.push_back(path);
    GridlockRun run(workspace_, exec_words(all));
    EXPECT_EQ(run.exit_code(), 2) << said;
    EXPECT_THAT(run.output(), HasSubstr(said));
  }
  EXPECT_FALSE(std::filesystem::exists(workspace_.root() / "started"));
}

TEST_F(ExecOutputs, AReadOnlyFolderLosesNothing) {
  const auto path = script(kHangs);
  const std::string temporary = workspace_.root();
  GridlockRun run(workspace_, exec_words({"-n", "2", path}), {}, "/proc");
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("script.py:5"), HasSubstr("▸ <module>"),
                                  HasSubstr("evidence: " + temporary + "/gridlock-hang-")));
  EXPECT_TRUE(std::filesystem::exists(evidence_of(run) / "stacks-rank1.txt"));
}

TEST_F(ExecOutputs, LinksInAFolderAreReplacedAndNotFollowed) {
  const auto victim = workspace_.write("victim", "precious");
  const char* const names[] = {"diagnosis.txt", "rank0.events.txt", "stacks-rank1.txt"};
  std::filesystem::create_directory(workspace_.root() / "e");
  for (const char* name : names)
    std::filesystem::create_symlink(victim, workspace_.root() / "e" / name);
  GridlockRun run(workspace_, exec_words({"-n", "2", "--evidence", "e", script(kHangs)}));
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  EXPECT_EQ(read_text(victim), "precious");
  for (const char* name : names) {
    EXPECT_FALSE(std::filesystem::is_symlink(workspace_.root() / "e" / name)) << name;
    EXPECT_NE(read_text(workspace_.root() / "e" / name), "") << name;
  }
}

TEST_F(ExecOutputs, AFileOfTheEvidenceThatFailsIsSaid) {
  workspace_.write("e/stacks-rank0.txt/in_the_way", "");
  GridlockRun run(workspace_, exec_words({"-n", "2", "--evidence", "e", script(kHangs)}));
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("/e (incomplete, because a file could not be written)\n"));
  for (const char* name : {"diagnosis.txt", "certificate.json", "rank0.events.txt",
                           "rank1.events.txt", "stacks-rank1.txt"})
    EXPECT_NE(read_text(workspace_.root() / "e" / name), "") << name;
}

TEST_F(ExecOutputs, OfSeveralHostsTheFirstWritesTheNamedFile) {
  const auto path = script("print('done')");
  const auto host = [&](const std::string& number) {
    return exec_words({"-n", "1", "--nnodes", "2", "--node-rank", number, "--master-addr",
                       "127.0.0.1", "--master-port", std::to_string(20'000 + getpid() % 5'000),
                       "--json", "v.json", path});
  };
  GridlockRun first(workspace_, host("0")), second(workspace_, host("1"));
  EXPECT_EQ(first.exit_code(), 0) << first.output();
  EXPECT_EQ(second.exit_code(), 0) << second.output();
  for (const char* name : {"v.json", "v.host1.json"})
    EXPECT_EQ(workspace_.json(name).at("verdict"), "ended") << name;
}

TEST_F(ExecOutputs, HeldRanksAreInTheJsonAndTheTableAtOnce) {
  GridlockRun run(workspace_, exec_words({"--fork", "-n", "2", "--on-deadlock", "hold", "--evidence", "e",
                                          "--json", "v.json", script(kHangs)}));
  run.wait_until("it is held", [&] { return run.output().find("gdb -p") != std::string::npos; });
  EXPECT_THAT(run.output(), AllOf(HasSubstr("  rank 0: process "), HasSubstr("  rank 1: process "),
                                  HasSubstr("gridlock dump "), HasSubstr("py-spy dump --pid ")));
  const std::filesystem::path file = workspace_.root() / "v.json";
  run.wait_until("the JSON is there", [&] { return std::filesystem::exists(file); });
  EXPECT_EQ(nlohmann::json::parse(read_text(file)).at("verdict"), "deadlock");
  kill(run.pid(), SIGINT);
  EXPECT_EQ(run.exit_code(), 90) << run.output();
}

TEST_F(ExecOutputs, InterruptTellsWhereEachRankStood) {
  const auto path = script(R"(
import time
import torch, torch.distributed as dist
def load():
    open("loads", "w").close()
    time.sleep(1000)
dist.init_process_group("gloo")
if dist.get_rank() == 1:
    load()
dist.barrier()
)");
  GridlockRun run(workspace_, exec_words({"--fork", "-n", "3", "--json", "v.json", path}));
  run.wait_until("rank 1 is there",
                 [&] { return std::filesystem::exists(workspace_.root() / "loads"); });
  run.wait_until("the others wait", [&] {
    GridlockRun dump(workspace_, {"dump", std::to_string(run.pid())});
    dump.exit_code();
    return dump.output().find("anks 0, 2") != std::string::npos;
  });
  kill(run.pid(), SIGINT);
  EXPECT_EQ(run.exit_code(), 130) << run.output();
  EXPECT_THAT(run.output(),
              AllOf(HasSubstr("ranks 0 and 2: in barrier #1 of default_pg[0-2] at script.py:10\n"),
                    HasSubstr("rank 1: sleeps in load at script.py:6")));
  // The line that says where each rank is comes last, because interrupted ranks print long
  // tracebacks.
  EXPECT_LT(run.output().rfind("KeyboardInterrupt"), run.output().find("ranks 0 and 2: in"));
  EXPECT_THAT(read_text(workspace_.root() / "v.json"),
              AllOf(HasSubstr("\"verdict\": \"interrupted\""),
                    HasSubstr("\"rank 1: sleeps in load at script.py:6")));
}

}  // namespace
}  // namespace gridlock::integration
