#include "harness/prover/mismatch.h"

#include <algorithm>

#include "harness/prover/divergence.h"
#include "harness/prover/recent_divergence.h"
#include "harness/prover/rules.h"

namespace gridlock::prover {
namespace {

// Returns whether the rank made a call with the signature `like` in the group after sequence number
// `seq`.
bool made_later(const Index& index, int rank, int group, std::uint64_t seq,
                const CallSignature& like) {
  const auto fits = [&](const Call& call) {
    return index.group_index(rank, call.group) == group && !trace::is_point_to_point(call.op) &&
           call.seq > seq && signature(call) == like;
  };
  const RankFacts& facts = index.facts(rank);
  return std::ranges::any_of(facts.open, fits) || std::ranges::any_of(facts.recent, fits);
}

// Returns the class of a mismatch. If each side makes the other side's call later, the class is a
// different order, unless a skipped or extra call shifted the sequence. Such a shift explains the
// later calls.
Class class_of(const Index& index, int group, std::uint64_t seq, const Side& a, const Side& b,
               const std::optional<Divergence>& divergence) {
  const bool shifted = divergence && divergence->resumed;
  const bool swapped = made_later(index, a.ranks.front(), group, seq, b.signature) &&
                       made_later(index, b.ranks.front(), group, seq, a.signature);
  if (swapped && !shifted) return Class::kDifferentOrder;
  return a.signature.op != b.signature.op ? Class::kMismatchedOperation
                                          : Class::kMismatchedArguments;
}

// Returns whether the waiters' call hangs when paired with another variant of the collective.
bool hangs(const WaitGraph& graph, const WaitPoint& place) {
  const Collective& collective = graph.collective(place.group, place.number);
  const CallSignature& mine =
      collective.variants[static_cast<std::size_t>(place.variant)].signature;
  const BackendSemantics& semantics = *graph.index().group(place.group).semantics;
  const auto has_root = [&](const CallVariant& variant) {
    return std::ranges::count(variant.completed, place.peer) > 0 ||
           std::ranges::any_of(
               variant.open, [&](int call) { return graph.index().open(call).rank == place.peer; });
  };
  return std::ranges::any_of(collective.variants, [&](const CallVariant& other) {
    return graph.hang(mine, other.signature, semantics) && (place.peer < 0 || has_root(other));
  });
}

std::vector<Side> sides_of(const WaitGraph& graph, const Collective& collective) {
  std::vector<Side> sides;
  for (const CallVariant& variant : collective.variants) {
    Side side{variant.signature, variant.completed};
    for (int call : variant.open) {
      side.ranks.push_back(graph.index().open(call).rank);
      side.compiling = side.compiling || graph.index().open(call).call->compiling;
    }
    sides.push_back(std::move(side));
  }
  return sides;
}

// Returns the side whose calls the compiler made, to decide between equally large sides. Returns
// null unless there is exactly one such side.
const Side* side_of_compiler(const std::vector<Side>& sides) {
  const auto compiles = [](const Side& side) { return side.compiling; };
  if (std::ranges::count_if(sides, compiles) != 1) return nullptr;
  return &*std::ranges::find_if(sides, compiles);
}

std::optional<Divergence> divergence_of(const Index& index, int group, std::uint64_t seq,
                                        const std::vector<Side>& sides) {
  std::vector<std::vector<int>> ranks;
  for (const Side& side : sides) ranks.push_back(side.ranks);
  return divergence(index, group, seq, ranks);
}

bool departs(const Finding& finding) {
  return finding.divergence && !finding.divergence->ranks.empty();
}

// Clears the divergence if it names a rank that is not at fault, because it would then not explain
// the fault.
void forget_others(Finding& finding) {
  if (departs(finding) && !std::ranges::includes(finding.at_fault, finding.divergence->ranks)) {
    finding.divergence->ranks.clear();
    finding.divergence->how = Divergence::How::kUnknown;
  }
}

}  // namespace

void blame_sides(const Index& index, int group, std::uint64_t seq, const std::vector<Side>& sides,
                 Finding& finding) {
  const auto size = [](const Side& side) { return side.ranks.size(); };
  const auto most = std::ranges::max_element(sides, {}, size);
  const bool only = std::ranges::count(sides, size(*most), size) == 1;
  std::vector<int> all, others;
  const Side* other = nullptr;
  for (const Side& side : sides) {
    all.insert(all.end(), side.ranks.begin(), side.ranks.end());
    if (&side == &*most) continue;
    others.insert(others.end(), side.ranks.begin(), side.ranks.end());
    if (other == nullptr) other = &side;
  }
  std::ranges::sort(all);
  std::ranges::sort(others);
  finding.divergence = divergence_of(index, group, seq, sides);
  finding.cls = class_of(index, group, seq, *most, *other, finding.divergence);
  const Side* compiler = side_of_compiler(sides);
  if (only) {
    finding.at_fault = others;
    finding.rule = rule_of_minority(others);
  } else if (compiler != nullptr) {
    finding.at_fault = compiler->ranks;
    std::ranges::sort(finding.at_fault);
    finding.rule = rule_of_compiler(finding.at_fault);
  } else if (departs(finding)) {
    finding.at_fault = finding.divergence->ranks;
    finding.rule = rule_of(*finding.divergence);
  } else if (const auto left = recent_divergence(index.snapshot(), all)) {
    finding.at_fault = left->ranks;
    finding.rule = rule_of(*left);
    if (!finding.divergence) finding.divergence = left;
  } else {
    finding.at_fault = all;
    finding.rule =
        "The calls differ, and the records do not show which rank left the common sequence";
  }
  forget_others(finding);
}

bool blame_mismatch(const WaitGraph& graph, const Waiting& waiting, Finding& finding) {
  for (const auto& [place, waiters] : waiting.places) {
    if (place.kind != WaitPoint::Kind::kCollective || !hangs(graph, place)) continue;
    const Collective& collective = graph.collective(place.group, place.number);
    blame_sides(graph.index(), place.group, place.number, sides_of(graph, collective), finding);
    return true;
  }
  return false;
}

}  // namespace gridlock::prover
