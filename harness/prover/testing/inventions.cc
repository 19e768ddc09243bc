#include "harness/prover/testing/inventions.h"

#include <algorithm>

namespace gridlock::prover::testing {
namespace {

using Kind = Operation::Kind;

bool has(const std::vector<int>& members, int rank) {
  return std::ranges::count(members, rank) > 0;
}

// Invents the operations that one rank may perform in one state.
class Inventor {
 public:
  Inventor(const Program& program, const Model& model, const State& state, int rank,
           Inventions which)
      : program_(program), model_(model), state_(state), rank_(rank), which_(which) {}

  std::vector<Operation> run() {
    for (int group = 0; group < static_cast<int>(program_.groups.size()); ++group) {
      if (has(program_.groups[static_cast<std::size_t>(group)], rank_)) add_collectives(group);
    }
    for (int other = 0; other < program_.world_size; ++other) {
      if ((state_.exited >> other & 1) != 0) continue;
      for (const Model::At& call : model_.issued(state_, other)) {
        if (Model::status(state_, call) == Status::kOpen) add_other_side(call);
      }
      add_for_threads(other);
    }
    return std::move(result_);
  }

 private:
  // Adds the rank's next collective of the group if another member has this collective or a later
  // one open.
  void add_collectives(int group) {
    const std::size_t made = model_.collectives(state_, rank_, group).size();
    bool wanted = false;
    std::vector<Operation> fitting;
    for (int other : program_.groups[static_cast<std::size_t>(group)]) {
      const auto calls = model_.collectives(state_, other, group);
      for (std::size_t i = made; i < calls.size(); ++i) {
        wanted = wanted || Model::status(state_, calls[i]) == Status::kOpen;
      }
      if (calls.size() > made) fitting.push_back(as_made(calls[made]));
    }
    if (!wanted) return;
    result_.push_back({.kind = Kind::kCollective, .group = group});
    if (which_ == Inventions::kAll) std::ranges::copy(fitting, std::back_inserter(result_));
  }

  Operation as_made(const Model::At& call) const {
    const Operation& its = model_.operation(call);
    return {
        .kind = its.kind, .op = its.op, .group = its.group, .peer = its.peer, .count = its.count};
  }

  // Adds the matching send or receive of a message unless the rank has issued it. A receive from
  // any source can also match a send of the receiver itself.
  void add_other_side(const Model::At& call) {
    const Operation& its = model_.operation(call);
    const bool any = its.kind == Kind::kRecvAny;
    const bool mine = any ? has(program_.groups[static_cast<std::size_t>(its.group)], rank_)
                          : its.kind != Kind::kCollective && its.peer == rank_;
    if (!mine) return;
    const Kind kind = its.kind == Kind::kSend ? Kind::kRecv : Kind::kSend;
    const Operation side{.kind = kind, .group = its.group, .peer = call.rank, .tag = its.tag};
    if (issued_sides(side) < model_.seq_of(state_, call)) result_.push_back(side);
  }

  std::size_t issued_sides(const Operation& side) const {
    const auto calls = model_.issued(state_, rank_);
    return static_cast<std::size_t>(std::ranges::count_if(calls, [&](const Model::At& call) {
      const Operation& mine = model_.operation(call);
      return mine.kind == side.kind && mine.group == side.group && mine.peer == side.peer &&
             mine.tag == side.tag;
    }));
  }

  // Adds operations that end waits of another rank's threads, except waits for calls.
  void add_for_threads(int other) {
    const auto& threads = state_.ranks[static_cast<std::size_t>(other)];
    for (int i = 0; i < static_cast<int>(threads.size()); ++i) {
      const State::Thread& thread = threads[static_cast<std::size_t>(i)];
      if (thread.inside == State::Inside::kOperation) {
        add_for(model_.operation({other, i, thread.next}));
      }
    }
  }

  void add_for(const Operation& inside) {
    if (inside.kind == Kind::kStoreWait && (state_.keys >> inside.key & 1) == 0) {
      result_.push_back({.kind = Kind::kStoreSet, .key = inside.key});
    }
    if (inside.kind == Kind::kBuild && !model_.has_joined(state_, rank_, inside.group) &&
        has(program_.groups[static_cast<std::size_t>(inside.group)], rank_)) {
      result_.push_back({.kind = Kind::kBuild, .group = inside.group});
    }
    const Ranks holders = state_.locks[static_cast<std::size_t>(inside.key)].holders;
    if (inside.kind == Kind::kLock && (holders >> rank_ & 1) != 0) {
      result_.push_back({.kind = Kind::kUnlock, .key = inside.key});
    }
  }

  const Program& program_;
  const Model& model_;
  const State& state_;
  int rank_;
  Inventions which_;
  std::vector<Operation> result_;
};

}  // namespace

std::vector<Operation> inventions(const Program& program, const Model& model, const State& state,
                                  int rank, Inventions which) {
  return Inventor(program, model, state, rank, which).run();
}

}  // namespace gridlock::prover::testing
