#include "harness/prover/testing/any_future.h"

#include <unordered_set>
#include <utility>
#include <vector>

#include "harness/prover/testing/inventions.h"

namespace gridlock::prover::testing {
namespace {

std::size_t at(int n) {
  return static_cast<std::size_t>(n);
}
Ranks bit(int rank) {
  return Ranks{1} << rank;
}

// A state that some future reaches. Each invented operation runs in an additional thread, with an
// index after the program's own threads.
class Future {
 public:
  Future(const Program& program, const BackendSemantics& semantics, const State& from)
      : program_(program), semantics_(&semantics), state_(from) {
    for (int rank = 0; rank < program_.world_size; ++rank) {
      const Model now = model();
      for (const Model::At& call : now.issued(from, rank)) {
        if (Model::status(from, call) == Status::kOpen) open_.push_back(call);
        // For a call that gave up, the facts show only that it is over, not that it timed out.
        if (Model::status(from, call) == Status::kGaveUp) {
          Model::status(state_, call) = Status::kDone;
        }
      }
      if (has_exited(rank)) resolve_open_calls(rank);
    }
    free_ranks_that_can_move();
  }

  Ranks stuck() const { return (bit(program_.world_size) - 1) & ~(free_ | state_.exited); }

  // Performs all moves that do not depend on a rank's choice. Returns whether any was possible.
  bool run() {
    bool any = false;
    while (complete_calls() || invent_all()) any = true;
    return any;
  }
  bool end_all() {
    bool any = false;
    for (int rank = 0; rank < program_.world_size; ++rank) {
      if (!may_choose(rank)) continue;
      end(rank);
      any = true;
    }
    return any;
  }

  std::vector<Future> next() const {
    std::vector<Future> result;
    for (int rank = 0; rank < program_.world_size; ++rank) {
      add_completions(rank, result);
      if (may_choose(rank)) add_choices(rank, result);
    }
    return result;
  }

  std::string key() const {
    std::string key = state_.bytes() + static_cast<char>(free_);
    for (const auto& [rank, operation] : invented_) {
      for (int part :
           {rank, static_cast<int>(operation.kind), static_cast<int>(operation.op), operation.group,
            operation.peer, operation.tag, operation.count, operation.key}) {
        key += static_cast<char>(part);
      }
    }
    return key;
  }

 private:
  Model model() const { return {program_, *semantics_}; }
  bool has_exited(int rank) const { return (state_.exited & bit(rank)) != 0; }
  bool has_quit(int rank) const { return (state_.quit & bit(rank)) != 0; }
  bool may_choose(int rank) const { return (free_ & bit(rank)) != 0 && !has_exited(rank); }

  // Sets the status of the calls that a dead rank left open in the first state.
  void resolve_open_calls(int rank) {
    for (const Model::At& call : open_) {
      if (call.rank != rank) continue;
      Model::status(state_, call) = semantics_->dead_peer_raises ? Status::kOpen : Status::kDone;
    }
  }

  void free_ranks_that_can_move() {
    for (int rank = 0; rank < program_.world_size; ++rank) {
      if ((free_ & bit(rank)) == 0 && model().may_move(state_, rank)) free_ |= bit(rank);
    }
  }

  std::vector<Model::At> completing(int rank) const {
    std::vector<Model::At> result;
    if (has_exited(rank)) return result;
    for (const Model::At& call : model().issued(state_, rank)) {
      const bool open = Model::status(state_, call) == Status::kOpen;
      if (open && model().may_complete(state_, call)) result.push_back(call);
    }
    return result;
  }

  void complete(const Model::At& call) {
    if (model().complete(state_, call)) free_ |= bit(call.rank);
    free_ranks_that_can_move();
  }

  bool complete_calls() {
    bool any = false;
    for (int rank = 0; rank < program_.world_size; ++rank) {
      for (const Model::At& call : completing(rank)) {
        complete(call);
        any = true;
      }
    }
    return any;
  }

  void invent(int rank, const Operation& operation) {
    program_.ranks[at(rank)].push_back({operation});
    state_.ranks[at(rank)].push_back({0, State::Inside::kNothing, {Status::kNotIssued}});
    invented_.emplace_back(rank, operation);
    model().advance(state_, rank, static_cast<int>(state_.ranks[at(rank)].size()) - 1);
    free_ranks_that_can_move();
  }

  bool invent_all() {
    bool any = false;
    for (int rank = 0; rank < program_.world_size; ++rank) {
      if (!may_choose(rank)) continue;
      any = any || !has_quit(rank);
      quit(rank);
      for (const Operation& operation :
           inventions(program_, model(), state_, rank, Inventions::kStrongest)) {
        invent(rank, operation);
        any = true;
      }
    }
    return any;
  }

  void quit(int rank) { state_.quit |= bit(rank); }

  void end(int rank) {
    state_.exited |= bit(rank);
    if (semantics_->dead_peer_raises) resolve_open_calls(rank);
    free_ranks_that_can_move();
  }

  void add_completions(int rank, std::vector<Future>& result) const {
    for (const Model::At& call : completing(rank)) {
      result.push_back(*this);
      result.back().complete(call);
    }
  }

  void add_choices(int rank, std::vector<Future>& result) const {
    for (const Operation& operation :
         inventions(program_, model(), state_, rank, Inventions::kAll)) {
      result.push_back(*this);
      result.back().invent(rank, operation);
    }
    if (!has_quit(rank)) {
      result.push_back(*this);
      result.back().quit(rank);
    }
    result.push_back(*this);
    result.back().end(rank);
  }

  Program program_;
  const BackendSemantics* semantics_;
  State state_;
  Ranks free_ = 0;
  std::vector<Model::At> open_;  // calls that are open in the first state
  std::vector<std::pair<int, Operation>> invented_;
};

}  // namespace

Ranks stuck(const Program& program, const BackendSemantics& semantics, const State& from) {
  Future future(program, semantics, from);
  while (future.stuck() != 0 && (future.run() || future.end_all())) {
  }
  return future.stuck();
}

std::optional<Ranks> stuck_in_all_futures(const Program& program, const BackendSemantics& semantics,
                                          const State& from, std::size_t most) {
  std::vector<Future> open{Future(program, semantics, from)};
  Ranks stuck = open.back().stuck();
  std::unordered_set<std::string> known{open.back().key()};
  while (!open.empty() && stuck != 0) {
    const Future future = std::move(open.back());
    open.pop_back();
    for (Future& next : future.next()) {
      if (!known.insert(next.key()).second) continue;
      stuck &= next.stuck();
      open.push_back(std::move(next));
    }
    if (known.size() > most) return std::nullopt;
  }
  return stuck;
}

}  // namespace gridlock::prover::testing
