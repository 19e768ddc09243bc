#include "minimizer/asker.h"

#include <algorithm>
#include <utility>

#include "minimizer/look_ahead.h"

namespace gridlock::minimizer {
namespace {

using namespace std::chrono_literals;

constexpr int kBusyTries = 3;
constexpr auto kGlance = 100ms;  // maximum delay until a stop request is noticed

bool is_among(const std::vector<const Prepared*>& questions, const Key& key) {
  return std::ranges::any_of(questions, [&](const Prepared* one) { return one->key == key; });
}

}  // namespace

Asker::Asker(const Problem& problem, Oracle& oracle, Known known, State* state,
             const Budget& budget, std::stop_token stop, std::function<void()> on_reply)
    : problem_(problem),
      oracle_(oracle),
      known_(std::move(known)),
      state_(state),
      budget_(budget),
      stop_(std::move(stop)),
      on_reply_(std::move(on_reply)) {
  if (!known_.best)
    known_.best = {key_of(problem.canonical, problem.original.launch), problem.original};
  known_.accepted.insert(known_.best->key);
}

Asker::~Asker() {
  for (const auto& [ticket, open] : open_) oracle_.cancel(ticket);
}

std::optional<Answer> Asker::ask(const Search& search, Proposals& proposals) {
  const Prepared& wanted = proposals.of(search.question());
  const Knowledge knowledge = [this](const Prepared& question) { return settled(question); };
  for (;;) {
    if (auto answer = use(wanted)) return answer;
    if (is_over()) return {};
    fill_slots(look_ahead(search, std::max(1, oracle_.slots()), proposals, knowledge));
    receive();
  }
}

std::optional<Answer> Asker::ask(const Candidate& candidate, const Key& key) {
  return ask({Prepared{{candidate, "", ""}, key}});
}

std::optional<Answer> Asker::ask(const std::vector<Prepared>& likely) {
  const Key& key = likely.front().key;
  for (;;) {
    if (const auto answer = answered(key)) {
      if (!unused_.erase(key) && !passing_.erase(key)) ++statistics_.cached;
      return answer;
    }
    if (is_over()) return {};
    std::vector<const Prepared*> open;
    for (const Prepared& question : likely) {
      if (!answered(question.key) && !is_among(open, question.key)) open.push_back(&question);
    }
    fill_slots(open);
    receive();
  }
}

std::optional<Answer> Asker::answered(const Key& key) const {
  if (const auto found = known_.answers.find(key); found != known_.answers.end())
    return found->second;
  if (const auto found = passing_.find(key); found != passing_.end()) return found->second;
  return {};
}

std::optional<Answer> Asker::settled(const Prepared& question) const {
  const auto answer_of = [](Verdict verdict, const std::string& reason) {
    return Answer{verdict, 0, {}, 0, 0, reason};
  };
  const Proposal& proposal = question.proposal;
  if (proposal.completes) return answer_of(Verdict::kPasses, proposal.refusal);
  if (!proposal.candidate) return answer_of(Verdict::kInvalid, proposal.refusal);
  if (question.key == known_.best->key) return answer_of(Verdict::kSame, "changes nothing");
  if (known_.accepted.contains(question.key))
    return answer_of(Verdict::kInvalid, "equals an earlier step");
  return answered(question.key);
}

std::optional<Answer> Asker::use(const Prepared& question) {
  auto answer = settled(question);
  if (!answer) return {};
  if (!question.proposal.candidate)
    ++(question.proposal.completes ? statistics_.completing : statistics_.screened);
  else if (!unused_.erase(question.key) && !passing_.erase(question.key))
    ++statistics_.cached;
  statistics_.unused = static_cast<int>(unused_.size());
  return answer;
}

void Asker::accept(const std::string& pass, const Prepared& step) {
  if (step.key == best().key) return;  // the step changes nothing
  known_.accepted.insert(step.key);
  known_.best = {step.key, *step.proposal.candidate};
  known_.steps.push_back(best().candidate);
  ++statistics_.accepted;
  if (state_) state_->accepted({step.key, pass, line_count(best().candidate), best().candidate});
}

void Asker::remember(const Necessary& place) {
  if (known_.necessary.insert(place).second && state_) state_->necessary(place);
}

double Asker::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool Asker::is_over() const {
  return interrupted() || (budget_.verdicts && statistics_.asked >= *budget_.verdicts) ||
         (budget_.seconds && seconds() >= *budget_.seconds);
}

void Asker::fill_slots(const std::vector<const Prepared*>& likely) {
  const auto is_open = [&](const Prepared* question) {
    return std::ranges::any_of(open_, [&](const auto& o) { return o.second.key == question->key; });
  };
  for (const Prepared* question : likely) {
    if (is_open(question)) continue;
    if (static_cast<int>(open_.size()) >= std::max(1, oracle_.slots()) && !make_room(likely))
      return;
    const int asked = statistics_.asked + static_cast<int>(open_.size());
    if (question != likely.front() && budget_.verdicts && asked >= *budget_.verdicts) return;
    open_[++last_ticket_] = {question->key, *question->proposal.candidate};
    oracle_.submit(last_ticket_, open_[last_ticket_].candidate);
  }
}

bool Asker::make_room(const std::vector<const Prepared*>& likely) {
  const auto unlikely = std::ranges::find_if(
      open_, [&](const auto& open) { return !is_among(likely, open.second.key); });
  if (unlikely == open_.end()) return false;
  oracle_.cancel(unlikely->first);
  ++statistics_.cancelled;
  open_.erase(unlikely);
  return true;
}

void Asker::receive() {
  const auto reply = oracle_.wait(kGlance);
  if (!reply) return;
  const auto open = open_.extract(reply->ticket);
  if (!open) return;
  record(open.mapped().key, open.mapped().candidate, reply->answer);
  on_reply_();
}

void Asker::record(const Key& key, const Candidate& candidate, const Answer& answer) {
  ++statistics_.asked;
  statistics_.runs += answer.runs;
  statistics_.seconds += answer.seconds;
  if (!asked_keys_.insert(key).second) ++statistics_.repeated;
  if (is_lasting(answer.verdict)) {
    known_.answers[key] = answer;
    unused_.insert(key);
    if (state_) state_->answered(key, answer);
    catch_other(candidate, answer);
  } else if (answer.verdict == Verdict::kSlow || ++busy_[key] % kBusyTries == 0) {
    passing_[key] = answer;
  }
}

void Asker::catch_other(const Candidate& candidate, const Answer& answer) {
  if (answer.verdict != Verdict::kDifferent || !answer.seen || *answer.seen == problem_.signature)
    return;
  auto& all = known_.by_catch;
  auto found = std::ranges::find(all, *answer.seen, &ByCatch::signature);
  if (found != all.end() && line_count(found->candidate) <= line_count(candidate)) return;
  if (found == all.end()) found = all.insert(all.end(), {*answer.seen, {}});
  found->candidate = candidate;
  if (state_) state_->caught(static_cast<int>(found - all.begin()), *found);
}

}  // namespace gridlock::minimizer
