#include "harness/cli/compile_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/exec/compile_records.h"
#include "harness/process/files.h"
#include "harness/process/temporary_folder.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kFrame =
    R"({"type": "compiled", "id": "0/0", "backward": false, "frame": "forward", "file": "/a/train.py",
        "line": 7, "recompiled": "", "error": "", "guards": 3, "nodes": 2, "seconds": {"dynamo": 2.0},
        "graphs": [], "breaks": [], "caches": [], "code": []})";

std::string line(std::string json) {
  std::erase(json, '\n');
  return json + "\n";
}

class CompileReport : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(process::write_text(folder_.path() / name, text));
  }
  exec::ExecOptions options() {
    exec::ExecOptions options;
    options.compile_report = folder_.path();
    return options;
  }
  std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const auto& file : exec::compile_files(folder_.path()))
      names.push_back(file.path.filename().string());
    return names;
  }
  std::string read(const std::string& name) { return process::read_text(folder_.path() / name); }

  process::TemporaryFolder folder_{"compile-report"};
};

TEST_F(CompileReport, JoinsWhatRanksCompiled) {
  write("rank0.jsonl", line(kFrame));
  write("rank1.jsonl", line(kFrame));
  EXPECT_THAT(end_compile_report(folder_.path()),
              HasSubstr("gridlock: ranks 0-1 compiled 1 frame, 0 with a graph, in 2.00 s\n"));
  EXPECT_THAT(read("report.txt"), HasSubstr("forward at train.py:7 [0/0], ranks 0-1"));
  EXPECT_THAT(read("report.json"), HasSubstr("\"frame\": \"forward\""));
}

TEST_F(CompileReport, TakesWhatAKilledProcessHadWritten) {
  write("rank0.jsonl", line(kFrame) + line(kFrame).substr(0, 60));
  EXPECT_THAT(end_compile_report(folder_.path()), HasSubstr("rank 0 compiled 1 frame"));
}

TEST_F(CompileReport, DoesNotCompareFurtherProcessesOfARank) {
  write("rank0.jsonl", line(kFrame));
  write("rank0.4711.jsonl", line(kFrame));
  EXPECT_THAT(end_compile_report(folder_.path()),
              AllOf(HasSubstr("rank 0 compiled 1 frame, 0 with a graph, in 2.00 s"),
                    HasSubstr("processes that are not ranks compiled, too: rank0.4711.jsonl")));
}

TEST_F(CompileReport, TakesACommandThatIsNoJob) {
  write("process.4711.jsonl", line(kFrame));
  EXPECT_THAT(end_compile_report(folder_.path()), HasSubstr("compiled 1 frame"));
}

TEST_F(CompileReport, NamesProcessesOfWhichNoneIsARank) {
  write("process.4711.jsonl", line(kFrame));
  write("process.4712.jsonl", line(kFrame));
  EXPECT_THAT(end_compile_report(folder_.path()),
              AllOf(HasSubstr("no rank compiled anything"),
                    HasSubstr("process.4711.jsonl, process.4712.jsonl")));
}

TEST_F(CompileReport, SaysThatItsFolderIsGone) {
  std::filesystem::remove_all(folder_.path());
  EXPECT_THAT(end_compile_report(folder_.path()), HasSubstr("was removed"));
}

TEST_F(CompileReport, SaysThatNothingWasCompiled) {
  EXPECT_THAT(end_compile_report(folder_.path()), HasSubstr("nothing was compiled"));
}

TEST_F(CompileReport, BeginsWithoutFilesOfAnEarlierOne) {
  write("rank0.jsonl", line(kFrame));
  write("notes.txt", "mine");
  EXPECT_THROW(begin_compile_report(options()), matrix::InputError);
  EXPECT_THAT(read("rank0.jsonl"), HasSubstr("compiled"));
  write("report.json", "[]");
  begin_compile_report(options());
  EXPECT_THAT(end_compile_report(folder_.path()), Not(HasSubstr("1 frame")));
  EXPECT_EQ(read("notes.txt"), "mine");
}

TEST_F(CompileReport, HostsThatShareAFolderRemoveTheirOwnRanksFiles) {
  exec::ExecOptions second = options();
  second.ranks = second.hosts = 2;
  second.host = 1;
  const auto fill = [&] {
    write("report.json", "[]");
    for (const char* name : {"rank0", "rank1.4711", "rank2", "rank3.4712", "rank4", "process.4713"})
      write(std::string(name) + ".jsonl", line(kFrame));
  };
  fill();
  begin_compile_report(second);
  EXPECT_THAT(names(),
              ElementsAre("process.4713.jsonl", "rank0.jsonl", "rank1.4711.jsonl", "rank4.jsonl"));
  exec::ExecOptions first = second;
  first.host = 0;
  fill();
  begin_compile_report(first);
  EXPECT_THAT(names(), ElementsAre("rank2.jsonl", "rank3.4712.jsonl"));
}

}  // namespace
}  // namespace gridlock::cli
