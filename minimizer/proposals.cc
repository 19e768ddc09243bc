#include "minimizer/proposals.h"

#include <algorithm>
#include <utility>

namespace gridlock::minimizer {

void Proposals::prepare(std::span<const Choices> all) {
  std::vector<Choices> missing;
  for (const Choices& choices : all)
    if (!made_.contains(choices) && std::ranges::find(missing, choices) == missing.end())
      missing.push_back(choices);
  if (missing.empty()) return;
  std::vector<Proposal> proposals = edits_.apply(missing);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    Prepared prepared{std::move(proposals.at(i)), ""};
    const auto& candidate = prepared.proposal.candidate;
    if (candidate) prepared.key = key_of(prepared.proposal.canonical, candidate->launch);
    made_.emplace(std::move(missing[i]), std::move(prepared));
  }
}

const Prepared& Proposals::of(const Choices& choices) {
  prepare({&choices, 1});
  return made_.at(choices);
}

}  // namespace gridlock::minimizer
