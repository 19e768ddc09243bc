#include "harness/prover/model/model.h"

#include "harness/prover/model/parts.h"

namespace gridlock::prover::model {

using Kind = Operation::Kind;

std::string State::bytes() const {
  std::string result;
  for (const auto& threads : ranks) {
    for (const Thread& thread : threads) {
      result += static_cast<char>(thread.next);
      result += static_cast<char>(thread.inside);
      for (Status status : thread.calls) result += static_cast<char>(status);
    }
  }
  result += static_cast<char>(exited);
  result += static_cast<char>(quit);
  result += static_cast<char>(keys);
  for (const Lock& lock : locks) {
    result += static_cast<char>(lock.holders);
    result += lock.shared ? '1' : '0';
  }
  return result;
}

State Model::start() const {
  State state;
  for (const auto& threads : program_.ranks) {
    auto& rank = state.ranks.emplace_back();
    for (const ThreadProgram& thread : threads) {
      rank.push_back(
          {0, State::Inside::kNothing, std::vector<Status>(thread.size(), Status::kNotIssued)});
    }
  }
  return state;
}

const Operation& Model::operation(const At& where) const {
  return program_.ranks[at(where.rank)][at(where.thread)][at(where.index)];
}

Status& Model::status(State& state, const At& where) {
  return state.ranks[at(where.rank)][at(where.thread)].calls[at(where.index)];
}

Status Model::status(const State& state, const At& where) {
  return state.ranks[at(where.rank)][at(where.thread)].calls[at(where.index)];
}

bool Model::ended(const State& state, int rank, int thread) const {
  return state.ranks[at(rank)][at(thread)].next == program_.ranks[at(rank)][at(thread)].size();
}

bool Model::ended(const State& state, int rank) const {
  for (int thread = 0; thread < static_cast<int>(state.ranks[at(rank)].size()); ++thread) {
    if (!ended(state, rank, thread)) return false;
  }
  return true;
}

std::vector<Model::At> Model::issued(const State& state, int rank) const {
  std::vector<At> result;
  for (int thread = 0; thread < static_cast<int>(program_.ranks[at(rank)].size()); ++thread) {
    const ThreadProgram& operations = program_.ranks[at(rank)][at(thread)];
    for (int i = 0; i < static_cast<int>(operations.size()); ++i) {
      const At here{rank, thread, i};
      if (is_call(operations[at(i)]) && status(state, here) != Status::kNotIssued) {
        result.push_back(here);
      }
    }
  }
  return result;
}

std::vector<Model::At> Model::collectives(const State& state, int rank, int group) const {
  std::vector<At> result = issued(state, rank);
  std::erase_if(result, [&](const At& here) {
    return operation(here).kind != Kind::kCollective || operation(here).group != group;
  });
  return result;
}

bool Model::thread_may_move(const State& state, int rank, int thread) const {
  if (ended(state, rank, thread)) return false;
  const State::Thread& now = state.ranks[at(rank)][at(thread)];
  return now.inside == State::Inside::kNothing ||
         released(state, {rank, thread, now.next}, now.inside);
}

bool Model::may_move(const State& state, int rank) const {
  if (state.exited & bit(rank)) return false;
  if (ended(state, rank)) return true;
  for (int thread = 0; thread < static_cast<int>(state.ranks[at(rank)].size()); ++thread) {
    if (thread_may_move(state, rank, thread)) return true;
  }
  return false;
}

// Moves a thread one stage forward: into the issue of its next operation, from there into the
// blocking part, and then past the operation.
void Model::advance(State& state, int rank, int thread) const {
  using Inside = State::Inside;
  State::Thread& now = state.ranks[at(rank)][at(thread)];
  const At here{rank, thread, now.next};
  const Inside before = now.inside;
  if (before == Inside::kNothing) begin(state, here);
  if (before == Inside::kNothing && passes_issue(state, here)) {
    now.inside = Inside::kIssue;
  } else if (before != Inside::kOperation && blocks(here)) {
    now.inside = Inside::kOperation;
  } else {
    if (before == Inside::kOperation) take(state, here);
    now.inside = Inside::kNothing;
    ++now.next;
  }
}

bool Model::complete(State& state, const At& where) const {
  const bool callback = future_taken(state, where);
  const bool early = !in_turn(state, where);
  status(state, where) = early ? Status::kGaveUp : Status::kDone;
  if (callback) wake(state, where.rank, Kind::kBackward);
  return callback;
}

void Model::add_completions(const State& state, int rank,
                            std::vector<Transition>& transitions) const {
  for (const At& call : issued(state, rank)) {
    if (status(state, call) != Status::kOpen || !may_complete(state, call)) continue;
    transitions.push_back({state, 0});
    if (complete(transitions.back().after, call)) transitions.back().moved = bit(rank);
  }
}

std::vector<Model::Transition> Model::transitions(const State& state) const {
  std::vector<Transition> result;
  for (int rank = 0; rank < program_.world_size; ++rank) {
    if (state.exited & bit(rank)) continue;
    for (int thread = 0; thread < static_cast<int>(state.ranks[at(rank)].size()); ++thread) {
      if (!thread_may_move(state, rank, thread)) continue;
      result.push_back({state, bit(rank)});
      advance(result.back().after, rank, thread);
    }
    add_completions(state, rank, result);
    if (!ended(state, rank)) continue;
    result.push_back({state, bit(rank)});
    result.back().after.exited |= bit(rank);
  }
  return result;
}

Ranks Model::unfinished(const State& state) const {
  return bit(program_.world_size) - 1 - state.exited;
}

bool Model::waits(const State& state, Ranks ranks) const {
  for (int rank = 0; rank < program_.world_size; ++rank) {
    for (int i = 0; i < static_cast<int>(state.ranks[at(rank)].size()); ++i) {
      const State::Thread& thread = state.ranks[at(rank)][at(i)];
      const bool inside = thread.inside != State::Inside::kNothing && (ranks & bit(rank)) != 0;
      if (inside && operation({rank, i, thread.next}).kind != Kind::kPark) return true;
    }
  }
  return false;
}

}  // namespace gridlock::prover::model
