#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "minimizer/ablation/searches.h"
#include "minimizer/ablation/smallest.h"

namespace gridlock::minimizer {
namespace {

std::string numbers_of(const std::set<int>& regions) {
  std::string text = regions.size() == 1 ? "region " : "regions ";
  for (const int region : regions) {
    if (!text.ends_with(' ')) text += ", ";
    text += std::to_string(region + 1);
  }
  return text;
}

}  // namespace

std::set<int> search_regions(Investigation& investigation, const Setting& base,
                             const std::vector<Region>& regions) {
  investigation.section("compiled regions");
  const int count = static_cast<int>(regions.size());
  const auto question_of = [&](const Without& disabled) {
    Question question{base, ""};
    question.setting.disabled = disabled;
    const std::set<int> left = complement(disabled, count);
    question.words = left.size() < disabled.size() ? numbers_of(left) + " alone"
                                                   : "without " + numbers_of(disabled);
    return question;
  };
  const auto fails = [&](const Without& disabled, const std::vector<Without>& likely) {
    std::vector<Question> next;
    std::ranges::transform(likely, std::back_inserter(next), question_of);
    return investigation.fails(question_of(disabled), next);
  };
  const std::set<int> needed = smallest(count, fails);
  const bool all = needed.size() == regions.size();
  investigation.finding(
      fmt::format("needs {} of {}", all ? "all" : numbers_of(needed), regions.size()));
  return needed;
}

}  // namespace gridlock::minimizer
