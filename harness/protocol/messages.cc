#include "harness/protocol/messages.h"

#include <algorithm>

#include "harness/facts/facts_json.h"
#include "harness/fields/variants.h"
#include "harness/protocol/message_fields.h"

namespace gridlock::protocol {

using nlohmann::json;

namespace {

constexpr fields::Tags<Command> kCommands{"message", {"run", "stop", "retire", "look", "quit"}};
constexpr fields::Tags<Event> kEvents{
    "message",
    {"hello", "progress", "report", "output", "exited", "quiet", "facts", "ended", "unfit", "note"},
};

// The rank number, which is read alone if other facts of the rank are invalid.
struct Which {
  int rank = 0;
};
constexpr auto fields_of(fields::Type<Which>) {
  return fields::OpenList{fields::required("rank", &Which::rank)};
}

facts::RankFacts read_rank(const json& json) {
  try {
    return facts::rank_facts_from_json(json);
  } catch (const fields::Error&) {
    facts::RankFacts unknown;
    unknown.rank = fields::from_json<Which>(json).rank;
    unknown.incomplete = true;
    return unknown;
  }
}

}  // namespace

RankFactsForm::Written RankFactsForm::write(const std::vector<facts::RankFacts>& ranks) {
  Written written;
  for (const facts::RankFacts& rank : ranks) written.push_back(facts::to_json(rank));
  return written;
}

std::vector<facts::RankFacts> RankFactsForm::read(const Written& ranks) {
  std::vector<facts::RankFacts> facts;
  for (const json& rank : ranks) facts.push_back(read_rank(rank));
  return facts;
}

json encode(const Command& command) {
  return fields::to_json<json>(command, kCommands);
}
json encode(const Event& event) {
  return fields::to_json<json>(event, kEvents);
}

Command decode_command(json json) {
  return fields::from_json(std::move(json), kCommands);
}

Event decode_event(json json) {
  return fields::from_json(std::move(json), kEvents);
}

json to_json(const Windows& windows) {
  return fields::to_json<json>(windows);
}

Windows windows_from_json(const json& json) {
  return fields::from_json<Windows>(json);
}

RankBlock ranks_of(int agent, int agents, int world_size) {
  const int share = world_size / agents;
  const int extra = world_size % agents;
  return {agent * share + std::min(agent, extra), share + (agent < extra ? 1 : 0)};
}

}  // namespace gridlock::protocol
