#include "harness/exec/compile_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "harness/process/temporary_folder.h"

namespace gridlock::exec {
namespace {

using ::testing::ElementsAre;

std::string frame(const std::string& id) {
  return R"({"type": "compiled", "id": ")" + id +
         R"(", "backward": false, "frame": "forward", "file": "/a/train.py", "line": 7,)"
         R"( "recompiled": "", "error": "", "guards": 3, "nodes": 2, "seconds": {}, "graphs": [],)"
         R"( "breaks": [], "caches": [], "code": []})";
}

class Records : public ::testing::Test {
 protected:
  void append(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() / name, std::ios::app) << text;
  }
  std::vector<std::string> ids_of(std::size_t rank) {
    std::vector<std::string> ids;
    const auto ranks = records_.ranks();
    for (const auto& one : ranks.at(rank).frames) ids.push_back(one.id);
    return ids;
  }

  process::TemporaryFolder folder_{"compile-records"};
  CompileRecords records_{folder_.path()};
};

TEST_F(Records, AreReadAsTheyAreWritten) {
  EXPECT_FALSE(records_.read());
  append("rank1.jsonl", frame("0/0") + "\n");
  EXPECT_TRUE(records_.read());
  EXPECT_FALSE(records_.read());
  append("rank1.jsonl", frame("1/0") + "\n");
  append("rank0.jsonl", frame("0/0") + "\n");
  EXPECT_TRUE(records_.read());
  EXPECT_THAT(ids_of(0), ElementsAre("0/0"));
  EXPECT_THAT(ids_of(1), ElementsAre("0/0", "1/0"));
}

TEST_F(Records, ALineHalfWrittenIsReadOnceItIsWhole) {
  const std::string whole = frame("0/0") + "\n";
  append("rank0.jsonl", whole.substr(0, 60));
  EXPECT_FALSE(records_.read());
  append("rank0.jsonl", whole.substr(60));
  EXPECT_TRUE(records_.read());
  EXPECT_THAT(ids_of(0), ElementsAre("0/0"));
}

TEST_F(Records, WhatIsNoFrameIsPassedOver) {
  append("rank0.jsonl", "{\"type\": \"compiled\"}\n[]\n\n{\n" + frame("2/0") + "\n");
  EXPECT_TRUE(records_.read());
  EXPECT_THAT(ids_of(0), ElementsAre("2/0"));
}

TEST_F(Records, AProcessBelowARankIsTheRankWhereThatIsInNoJob) {
  append("rank0.41.jsonl", frame("0/0") + "\n");
  append("rank1.42.jsonl", frame("1/0") + "\n");
  records_.read();
  EXPECT_THAT(ids_of(0), ElementsAre("0/0"));
  EXPECT_THAT(ids_of(1), ElementsAre("1/0"));
  append("rank0.jsonl", frame("2/0") + "\n");
  records_.read();
  EXPECT_THAT(ids_of(0), ElementsAre("2/0"));
  EXPECT_THAT(records_.further_processes(), ElementsAre("rank0.41.jsonl"));
}

TEST_F(Records, OfSeveralProcessesWithoutARankNoneIsOne) {
  append("process.41.jsonl", frame("0/0") + "\n");
  append("process.42.jsonl", frame("0/0") + "\n");
  records_.read();
  EXPECT_TRUE(records_.ranks().empty());
  EXPECT_THAT(records_.further_processes(), ElementsAre("process.41.jsonl", "process.42.jsonl"));
}

TEST_F(Records, AFolderThatIsGoneHasNone) {
  std::filesystem::remove_all(folder_.path());
  EXPECT_FALSE(records_.read());
  EXPECT_TRUE(records_.ranks().empty());
}

}  // namespace
}  // namespace gridlock::exec
