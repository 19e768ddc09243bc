#include "harness/exec/host_questions.h"

#include <chrono>
#include <set>
#include <thread>

#include "harness/inspect/facts_message.h"
#include "harness/protocol/messages.h"

namespace gridlock::exec {
namespace {

using protocol::HostQuestion;

constexpr std::chrono::milliseconds kAnswerTimeout{500};

facts::RankFacts unknown(int rank) {
  facts::RankFacts facts;
  facts.rank = rank;
  facts.incomplete = true;
  return facts;
}

// Passes the facts of the other hosts to the examination, and adds their ranks to `known`. Drops
// facts about ranks that are already in `known` or do not exist.
void ask_others(Job& job, int round, OtherHosts& others, std::set<int>& known) {
  const HostQuestion question{HostQuestion::Ask::kFacts, job.name, round};
  for (protocol::HostAnswer& answer : others.ask(question, kAnswerTimeout)) {
    auto& facts = answer.facts;
    if (!facts) continue;
    std::erase_if(facts->ranks, [&](const facts::RankFacts& rank) {
      const bool exists = rank.rank >= 0 && rank.rank < job.world_size;
      return !exists || !known.insert(rank.rank).second;
    });
    job.examination.handle(*facts);
  }
}

}  // namespace

void examine(Job& job, OtherHosts& others) {
  auto question = job.examination.handle(protocol::Quiet{0});
  while (question) {
    if (protocol::is_second(*question)) std::this_thread::sleep_for(job.between_snapshots);
    std::set<int> known;
    for (const inspect::LocalRank& member : job.members) known.insert(member.rank);
    ask_others(job, question->round, others, known);
    protocol::Facts facts = inspect::facts_message(0, question->round, job.members);
    for (int rank = 0; rank < job.world_size; ++rank) {
      if (!known.contains(rank)) facts.ranks.push_back(unknown(rank));
    }
    question = job.examination.handle(facts);
  }
}

protocol::HostAnswer answer_question(const HostQuestion& question, JobRegistry& registry,
                                     const StackOptions& options) {
  Job* const job = registry.find(question.job);
  if (job == nullptr) return {};
  if (question.ask == HostQuestion::Ask::kFacts) {
    return {.facts = inspect::facts_message(0, question.round, job->members)};
  }
  return {.stacks = capture_stacks(*job, options)};
}

}  // namespace gridlock::exec
