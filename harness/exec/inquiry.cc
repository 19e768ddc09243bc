#include "harness/exec/inquiry.h"

#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "harness/facts/facts_json.h"
#include "harness/inspect/facts_message.h"
#include "harness/prover/prover.h"
#include "harness/wire/messages.h"

namespace gridlock::exec {
namespace {

using nlohmann::json;

constexpr std::chrono::milliseconds kAnswerTimeout{500};

json unknown(int rank) {
  facts::RankFacts facts;
  facts.rank = rank;
  facts.incomplete = true;
  return facts::to_json(facts);
}

// Of what another host wrote; nothing where that makes no sense.
std::optional<wire::Facts> read_facts(const json& answer) {
  try {
    wire::Event event = wire::decode_event(answer);
    auto* facts = std::get_if<wire::Facts>(&event);
    return facts != nullptr ? std::optional(std::move(*facts)) : std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

int number_of(const json& rank) {
  const auto number = rank.is_object() ? rank.find("rank") : rank.end();
  return number != rank.end() && number->is_number_integer() ? number->get<int>() : -1;
}

// Takes what other hosts know to the examination. `known` has the ranks that somebody has told of;
// who tells of them again, or of ranks that there are not, is not believed.
void ask_others(Job& job, int round, OtherHosts& others, std::set<int>& known) {
  const json question{{"ask", "facts"}, {"job", job.name}, {"round", round}};
  for (const json& answer : others.ask(question, kAnswerTimeout)) {
    auto facts = read_facts(answer);
    if (!facts) continue;
    json ranks = json::array();
    for (json& rank : facts->ranks) {
      const int number = number_of(rank);
      const bool exists = number >= 0 && number < job.world_size;
      if (exists && known.insert(number).second) ranks.push_back(std::move(rank));
    }
    facts->ranks = std::move(ranks);
    job.examination.on(*facts);
  }
}

}  // namespace

void examine(Job& job, OtherHosts& others) {
  auto question = job.examination.on(wire::Quiet{0});
  while (question) {
    if (wire::is_second(*question)) std::this_thread::sleep_for(prover::kBetweenSnapshots);
    std::set<int> known;
    for (const inspect::LocalRank& member : job.members) known.insert(member.rank);
    ask_others(job, question->round, others, known);
    wire::Facts facts = inspect::facts_message(0, question->round, job.members);
    for (int rank = 0; rank < job.world_size; ++rank) {
      if (!known.contains(rank)) facts.ranks.push_back(unknown(rank));
    }
    question = job.examination.on(facts);
  }
}

json answer(const json& question, JobRegistry& registry, const StackTaking& how) {
  Job* const job = registry.find(question.value("job", ""));
  if (job == nullptr) return json::object();
  if (question.value("ask", "") == "facts") {
    return wire::encode(
        wire::Event(inspect::facts_message(0, question.value("round", 0), job->members)));
  }
  json stacks = json::object();
  for (const auto& [rank, text] : take_stacks(*job, how)) stacks[std::to_string(rank)] = text;
  return {{"stacks", stacks}};
}

}  // namespace gridlock::exec
