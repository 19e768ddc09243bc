#include "harness/protocol/messages.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "harness/facts/facts_json.h"
#include "harness/fields/path.h"
#include "harness/protocol/windows.h"

namespace gridlock::protocol {
namespace {

using nlohmann::json;

RankSpec full_spec() {
  return {
      .cell = "dense/fp32.cp4",
      .case_name = "dense",
      .case_dir = "/cases/dense",
      .axes = {{"precision", "fp32"}, {"cp", std::int64_t{4}}, {"dynamic", true}, {"dropout", 1.0}},
      .steps = 5,
      .seed = 17,
      .compile_options = {{"epilogue_fusion", false}},
      .environment = {{"NCCL_ALGO", "Ring"}},
      .snapshot = "/runs/settings.json",
      .repetition = 1,
      .probe = "off",
      .digests = "activations",
      .initial_state = "/runs/taps/0/initial.safetensors",
      .tensor_trace = "/runs/taps/0",
      .stress = 3,
      .torch_trace = "/evidence/torch_trace",
      .torch_profile = "/evidence/torch_profile",
      .torch_minifier = {{"after", "aot"}},
      .terminal = "/dev/pts/3",
      .debug_turn = "/runs/turn",
      .rank = 2,
      .world_size = 4,
      .local_rank = 1,
      .local_world_size = 2,
      .tier = "warm",
      .device = "cuda",
      .device_index = 1,
      .master_addr = "node7",
      .master_port = 29500,
      .store = "tcp"};
}

facts::RankFacts rank_facts(int rank) {
  facts::RankFacts facts;
  facts.rank = rank;
  facts.events = 812;
  facts.groups.emplace_back().members = {0, 1, 2, 5};
  return facts;
}

const std::vector<Command> kCommands{
    Run{3, full_spec(), 4, "fork", {0, 1}, "/evidence", true, 2},
    Stop{3, true},
    Retire{3},
    FactsRequest{3, 2},
    Quit{},
};

const std::vector<Event> kEvents{
    Hello{"node7", 4711},
    Progress{3, {0, 1}, {"build", "step 2"}},
    Report{3, 1, to_json(RankMessage(ErrorReport{"ValueError: no", "Traceback"}))},
    Output{3, 1, {"epoch 1", "größe"}},
    Exited{3, 1, 0, 9},
    Quiet{3},
    Facts{3, 1, {rank_facts(0), rank_facts(1)}, 12, 34},
    Ended{3, true, {"a file is missing"}},
    SetupFailed{"no torch"},
    HostNote{"nothing can be proved"},
};

const std::vector<RankMessage> kRankMessages{
    StepReport{4.5, std::numeric_limits<double>::infinity()},
    DoneReport{{{"steps", 1.5}}, {1, 2, 3, 4, 5}, 7, 480, 320, 480},
    DebuggingReport{},
    ErrorReport{"ValueError: no", "Traceback"},
    UnreadableReport{"missing field 'type'"},
};

TEST(Messages, AllAreReadAsTheyWereWritten) {
  for (const Command& command : kCommands) {
    const json written = encode(command);
    EXPECT_EQ(encode(decode_command(written)), written);
    EXPECT_EQ(decode_command(written).index(), command.index());
  }
  for (const Event& event : kEvents) {
    const json written = encode(event);
    EXPECT_EQ(encode(decode_event(written)), written);
    EXPECT_EQ(decode_event(written).index(), event.index());
  }
  for (const RankMessage& message : kRankMessages) {
    const json written = to_json(message);
    EXPECT_EQ(to_json(rank_message_from_json(written)), written);
    EXPECT_EQ(rank_message_from_json(written).index(), message.index());
  }
  const json windows = to_json(Windows{1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(to_json(windows_from_json(windows)), windows);
}

TEST(Messages, OthersAreRefused) {
  EXPECT_THROW(decode_command({{"message", "dance"}}), fields::Error);
  EXPECT_THROW(decode_event(json::object()), fields::Error);
  EXPECT_THROW(decode_event(json::array()), fields::Error);
}

TEST(Messages, ARankWithoutSenseLeavesTheOthers) {
  json message = encode(Event(Facts{3, 1, {rank_facts(0), rank_facts(1)}, 12, 34}));
  message["ranks"][1]["groups"][0]["members"] = "-5";
  const auto facts = std::get<Facts>(decode_event(message));
  EXPECT_EQ(facts::to_json(facts.ranks[0]), facts::to_json(rank_facts(0)));
  EXPECT_TRUE(facts.ranks[1].incomplete);
  EXPECT_EQ(facts.ranks[1].rank, 1);
}

TEST(RankMessages, ARankReadsItsPlaceAndItsAxes) {
  const json spec = to_json(full_spec());
  EXPECT_EQ(spec["axes"],
            json({{"precision", "fp32"}, {"cp", 4}, {"dynamic", true}, {"dropout", 1.0}}));
  EXPECT_EQ(spec["case"], "dense");
  EXPECT_EQ(spec["world_size"], 4);
  EXPECT_FALSE(to_json(RankSpec{}).contains("stress"));
}

TEST(RankMessages, WhatCannotBeReadSaysWhy) {
  const auto why = [](const char* text) {
    return std::get<UnreadableReport>(rank_message_from_json(json::parse(text))).why;
  };
  EXPECT_EQ(why("{}"), "field 'type' has an unknown word: null");
  EXPECT_EQ(why(R"({"type":["done"]})"), "field 'type' has an unknown word: [\"done\"]");
  EXPECT_EQ(why(R"({"type":"step","loss":1})"), "missing field 'grad_norm'");
  EXPECT_EQ(why(R"({"type":"done","seconds":7,"compile":{"graphs":0},"peak_memory_mib":1})"),
            "field 'seconds' should be an object");
}

TEST(RankMessages, TheAgentSeesTheEndOfATraining) {
  EXPECT_TRUE(is_end({{"type", "done"}}));
  EXPECT_FALSE(is_error({{"type", "done"}}));
  EXPECT_TRUE(is_end({{"type", "error"}}));
  EXPECT_TRUE(is_error({{"type", "error"}}));
  for (const json& other : {json{{"type", "step"}}, json{{"type", 7}}, json{"done"}, json(3)}) {
    EXPECT_FALSE(is_end(other)) << other;
  }
}

TEST(Messages, EveryRankBelongsToExactlyOneAgent) {
  for (int world = 1; world <= 9; ++world) {
    for (int agents = 1; agents <= 4; ++agents) {
      int next = 0;
      for (int agent = 0; agent < agents; ++agent) {
        EXPECT_EQ(ranks_of(agent, agents, world).first, next);
        next += ranks_of(agent, agents, world).count;
      }
      EXPECT_EQ(next, world);
    }
  }
}

}  // namespace
}  // namespace gridlock::protocol
