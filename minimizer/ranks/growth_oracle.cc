#include "minimizer/ranks/growth_oracle.h"

#include "minimizer/ranks/graph_oracle.h"
#include "minimizer/ranks/reports.h"

namespace gridlock::minimizer {

Candidate GrowthOracle::next_run(const Candidate& candidate,
                                 const std::vector<std::string>& outputs) const {
  Candidate sized = candidate;
  sized.launch = with_size(sized.launch, outputs.empty() ? growth_.small : growth_.large);
  sized.launch.environment.emplace_back(kCountGraphs, "1");
  return sized;
}

std::optional<Answer> GrowthOracle::answer_of(const std::vector<std::string>& outputs) const {
  const auto seconds = compile_seconds_in(outputs.back());
  if (!seconds) return passes("it compiles nothing");
  if (outputs.size() < 2) return std::nullopt;
  const double small_seconds = *compile_seconds_in(outputs.front());
  const std::string words = growth_words(small_seconds, *seconds, growth_);
  const auto found = find_explosion(small_seconds, *seconds, growth_);
  return found ? fails(*found, words) : passes(words);
}

std::string GrowthOracle::shown(const std::string& output) const {
  return without_reports(output, kCountReport);
}

}  // namespace gridlock::minimizer
