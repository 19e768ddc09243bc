#include "harness/protocol/exec_messages.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "harness/facts/exception.h"
#include "harness/facts/finding_record.h"
#include "harness/fields/path.h"
#include "harness/protocol/spawner_messages.h"

namespace gridlock::protocol {
namespace {

using nlohmann::json;

Facts some_facts() {
  Facts facts{0, 2, {}, 12, 34};
  facts.ranks.emplace_back().rank = 4;
  return facts;
}

TEST(HostMessages, AllAreReadAsTheyWereWritten) {
  for (const HostMessage& message : std::vector<HostMessage>{
           HostState{812, true}, HostAnswer{7, some_facts(), {{4, "stack"}}}}) {
    const json written = to_json(message);
    EXPECT_EQ(to_json(host_message_from_json(written)), written);
    EXPECT_EQ(host_message_from_json(written).index(), message.index());
  }
  for (const FirstHostMessage& message : std::vector<FirstHostMessage>{
           HostQuestion{HostQuestion::Ask::kStacks, "here", 2, 7},
           HostEnd{90, {.verdict = "deadlock", .finding = facts::FindingRecord{}}}}) {
    const json written = to_json(message);
    EXPECT_EQ(to_json(first_host_message_from_json(written)), written);
    EXPECT_EQ(first_host_message_from_json(written).index(), message.index());
  }
}

TEST(HostMessages, OthersAreRefused) {
  for (const char* text : {"1", "{}", R"({"hello":1})", R"({"host":"one"})", R"({"events":"many"})",
                           R"({"events":1})", R"({"answer":7,"stacks":{"4":1}})"}) {
    EXPECT_THROW(host_message_from_json(json::parse(text)), fields::Error) << text;
  }
  EXPECT_THROW(first_host_message_from_json(json::parse(R"({"ask":"money"})")), fields::Error);
}

// The JSON is what attach.py, job_secret.py and forking.py write.
TEST(ExecRequests, AreReadAsPythonWritesThem) {
  const auto request = request_from_text(R"({"job":"here","rank":1,"world_size":4})");
  EXPECT_EQ(std::get<Registration>(request).rank, 1);
  EXPECT_EQ(std::get<facts::Exception>(request_from_text(R"({"raised":""})")).error, "");
  EXPECT_EQ(std::get<JobSecret>(request_from_text(R"({"secret":"5eed"})")).secret, "5eed");
  const auto raised = request_from_text(
      R"({"raised":"ValueError: bad","frames":[{"function":"load","file":"train.py","line":3}]})");
  EXPECT_EQ(std::get<facts::Exception>(raised).frames.at(0).line, 3);
  const auto dump = request_from_text(to_text(DumpQuestion{DumpFormat::kJson}));
  EXPECT_EQ(std::get<DumpQuestion>(dump).format, DumpFormat::kJson);
  EXPECT_EQ(forked_from_text(R"({"store":7,"ranks":[8,9]})").ranks, (std::vector<int>{8, 9}));
  EXPECT_EQ(to_text(ForkWords{3, {}, {{{"RANK", "0"}}}, 5, {6}}),
            R"({"channel":3,"outputs":[6],"ranks":[{"RANK":"0"}],"store":5})");
  for (const char* text : {"", "{", "[]", "{}", R"({"raised":1})", R"({"job":"here","rank":1})"}) {
    EXPECT_THROW(request_from_text(text), fields::Error) << text;
  }
}

TEST(SpawnerMessages, AllAreReadAsTheyWereWritten) {
  const std::string request = to_text(SpawnRequest{3, {{"PYTHONHASHSEED", "0"}}});
  EXPECT_EQ(to_text(spawn_request_from_text(request)), request);
  for (const SpawnerEvent& event :
       std::vector<SpawnerEvent>{SpawnerReady{4711}, RankStarted{4712, 3}, RankEnded{0, 9, 3}}) {
    EXPECT_EQ(to_text(spawner_event_from_text(to_text(event))), to_text(event));
    EXPECT_EQ(spawner_event_from_text(to_text(event)).index(), event.index());
  }
  EXPECT_THROW(spawner_event_from_text("{}"), fields::Error);
}

}  // namespace
}  // namespace gridlock::protocol
