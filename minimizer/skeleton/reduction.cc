#include "minimizer/skeleton/reduction.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/prover/model/model.h"
#include "harness/prover/prover.h"

namespace gridlock::minimizer {
namespace {

using prover::model::Operation;

// The name that the model uses for every backend.
constexpr const char* kBackend = "model";

// Converts a snapshot of the model to a snapshot of a job. The model gives all groups one name, so
// groups get unique names: in torch, equal names of overlapping groups are a mistake. Idle threads
// become running threads, because a rank of a job continues with other work after its last call.
facts::Snapshot as_told(facts::Snapshot snapshot) {
  for (facts::RankFacts& rank : snapshot.ranks) {
    for (facts::Thread& thread : rank.threads) {
      if (thread.state == facts::Thread::State::kIdle)
        thread.state = facts::Thread::State::kRunning;
    }
    for (facts::Group& group : rank.groups) {
      group.name = fmt::format("{} of {}", group.creation, fmt::join(group.members, ","));
    }
  }
  return snapshot;
}

class Reduction {
 public:
  Reduction(Skeleton skeleton, const facts::BackendSemantics& semantics)
      : best_(std::move(skeleton)), semantics_(semantics), wanted_(hang_of(best_, semantics)) {}

  Skeleton run() {
    if (!wanted_) return best_;
    bool smaller = true;
    while (smaller) smaller = drop_ranks() | drop_rounds() | drop_calls();
    shrink_tensors();
    drop_unused_groups(best_);
    return best_;
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  int ranks() const { return static_cast<int>(best_.ranks.size()); }
  int calls(int rank) const { return static_cast<int>(best_.ranks[at(rank)].calls.size()); }

  bool accept(Skeleton candidate) {
    if (hang_of(candidate, semantics_) != wanted_) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool drop_ranks() {
    bool dropped = false;
    for (int rank = ranks() - 1; rank >= 0 && ranks() > 2; --rank) {
      Skeleton candidate = best_;
      dropped |= drop_rank(candidate, rank) && accept(std::move(candidate));
    }
    return dropped;
  }

  // Drops the first call of each member of a group together. If only one member dropped its call,
  // the sequence numbers of its later calls would shift.
  bool drop_rounds() {
    bool dropped = false;
    for (int group = 0; group < static_cast<int>(best_.groups.size()); ++group) {
      Skeleton candidate = best_;
      bool any = false;
      for (int rank = 0; rank < ranks(); ++rank) any |= drop_first_of(candidate, rank, group);
      dropped |= any && accept(std::move(candidate));
    }
    return dropped;
  }

  static bool drop_first_of(Skeleton& skeleton, int rank, int group) {
    const auto& calls = skeleton.ranks[at(rank)].calls;
    const auto first = std::ranges::find_if(calls, [&](const RecordedCall& call) {
      return !call.is_wait() && call.operation.group == group;
    });
    if (first == calls.end()) return false;
    drop_call(skeleton, rank, static_cast<int>(first - calls.begin()));
    return true;
  }

  bool drop_calls() {
    bool dropped = false;
    for (int rank = 0; rank < ranks(); ++rank) {
      for (int index = calls(rank) - 1; index >= 0; --index) {
        if (index >= calls(rank)) continue;  // a dropped call took its wait with it
        Skeleton candidate = best_;
        drop_call(candidate, rank, index);
        dropped |= accept(std::move(candidate));
      }
    }
    return dropped;
  }

  void shrink_tensors() {
    Skeleton candidate = best_;
    for (Skeleton::Rank& rank : candidate.ranks) {
      for (RecordedCall& call : rank.calls) {
        call.operation.count = std::min(call.operation.count, 1);
      }
    }
    accept(std::move(candidate));
  }

  Skeleton best_;
  const facts::BackendSemantics& semantics_;
  std::optional<SkeletonHang> wanted_;
};

}  // namespace

facts::BackendSemantics once_met(facts::BackendSemantics measured) {
  measured.first_issue_meets = false;
  return measured;
}

bool hangs_alike(const SkeletonHang& recorded, const SkeletonHang& skeleton) {
  const bool without_history =
      recorded.cls == facts::Class::kMissingRank && skeleton.cls == facts::Class::kCrossGroupCycle;
  return recorded.operations == skeleton.operations &&
         (recorded.cls == skeleton.cls || without_history);
}

std::optional<SkeletonHang> hang_in(const facts::Snapshot& first, const facts::Snapshot& second,
                                    const facts::Semantics& semantics) {
  const auto finding = prover::prove(first, second, semantics);
  if (!finding || finding->kind != facts::Kind::kDeadlock) return std::nullopt;
  SkeletonHang hang{finding->cls, {}};
  for (const facts::Blocked& blocked : finding->blocked) {
    hang.operations.push_back(blocked.call.op);
  }
  std::ranges::sort(hang.operations);
  const auto rest = std::ranges::unique(hang.operations);
  hang.operations.erase(rest.begin(), rest.end());
  return hang;
}

std::optional<SkeletonHang> hang_of(const Skeleton& skeleton,
                                    const facts::BackendSemantics& semantics) {
  const prover::model::Program program = program_of(skeleton);
  const prover::model::Model model(program, semantics);
  prover::model::State state = model.start();
  for (auto transitions = model.transitions(state); !transitions.empty();
       transitions = model.transitions(state)) {
    state = std::move(transitions.front().after);
  }
  const facts::Snapshot snapshot = as_told(model.snapshot(state));
  return hang_in(snapshot, snapshot, {{kBackend, semantics}});
}

Skeleton reduce(Skeleton skeleton, const facts::BackendSemantics& semantics) {
  return Reduction(std::move(skeleton), semantics).run();
}

}  // namespace gridlock::minimizer
