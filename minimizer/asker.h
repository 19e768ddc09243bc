// Asks the oracle about candidates, and never asks about one candidate twice. Answers are
// remembered by key, and refused proposals are never submitted. If the oracle has free slots, it
// examines the likeliest next candidates at the same time. With one slot, the oracle examines
// exactly the candidates that the search needs, one by one.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

#include "minimizer/oracle.h"
#include "minimizer/proposals.h"
#include "minimizer/search.h"
#include "minimizer/state.h"

namespace gridlock::minimizer {

struct Budget {
  std::optional<int> verdicts;
  std::optional<double> seconds;
};

struct Statistics {
  int asked = 0;       // answers of the oracle …
  int unused = 0;      // … that no search has needed so far (asked ahead of time)
  int repeated = 0;    // … to questions asked before, whose first answers were not lasting
  int cancelled = 0;   // questions canceled before an answer arrived
  int cached = 0;      // questions answered from memory
  int screened = 0;    // proposals refused because a static check found that they cannot work
  int completing = 0;  // proposals refused because they cannot hang
  int accepted = 0;    // accepted steps
  int runs = 0;        // runs of candidates; more than `asked` if the failure is flaky
  double seconds = 0;  // duration of the oracle's work
};

class Asker {
 public:
  // Takes the oracle and what is known. `state` may be null. Calls `on_reply` after each answer.
  Asker(const Problem& problem, Oracle& oracle, Known known, State* state, const Budget& budget,
        std::stop_token stop, std::function<void()> on_reply);
  ~Asker();
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;

  // Returns the answer to the current question of `search`, or nullopt once the budget is spent or
  // a stop was requested.
  std::optional<Answer> ask(const Search& search, Proposals& proposals);
  std::optional<Answer> ask(const Candidate& candidate, const Key& key);
  // Returns the answer to the first candidate of `likely`, which need not come from a search. The
  // other candidates may be examined while the first one runs.
  std::optional<Answer> ask(const std::vector<Prepared>& likely);

  // Makes `step` the best candidate. The answer to `step` must be kSame. Best candidates never
  // repeat, because proposals equal to an accepted candidate are refused.
  void accept(const std::string& pass, const Prepared& step);
  void remember(const Necessary& place);

  const Best& best() const { return *known_.best; }
  const Known& known() const { return known_; }
  const Statistics& statistics() const { return statistics_; }
  bool interrupted() const { return stop_.stop_requested(); }
  double seconds() const;  // since the start

 private:
  std::optional<Answer> settled(const Prepared& question) const;
  std::optional<Answer> use(const Prepared& question);  // settled(); also counts the answer
  std::optional<Answer> answered(const Key& key) const;
  void fill_slots(const std::vector<const Prepared*>& likely);
  bool make_room(const std::vector<const Prepared*>& likely);
  void receive();
  void record(const Key& key, const Candidate& candidate, const Answer& answer);
  void catch_other(const Candidate& candidate, const Answer& answer);
  bool is_over() const;

  struct Open {
    Key key;
    Candidate candidate;
  };

  const Problem& problem_;
  Oracle& oracle_;
  Known known_;
  State* state_;
  Budget budget_;
  std::stop_token stop_;
  std::function<void()> on_reply_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::map<Ticket, Open> open_;
  Ticket last_ticket_ = 0;
  std::map<Key, Answer> passing_;  // answers that are not lasting; each is used once
  std::map<Key, int> busy_;        // how often the machine was too busy to answer
  std::set<Key> unused_, asked_keys_;
  Statistics statistics_;
};

}  // namespace gridlock::minimizer
