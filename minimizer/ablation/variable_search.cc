#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/text/names.h"
#include "minimizer/ablation/searches.h"
#include "minimizer/ablation/smallest.h"

namespace gridlock::minimizer {
namespace {

std::string listed(const std::set<std::string>& names) {
  return text::listed({names.begin(), names.end()});
}

}  // namespace

std::set<std::string> search_variables(Investigation& investigation, const Setting& base,
                                       const std::vector<std::string>& variables) {
  if (variables.empty()) return {};
  investigation.section("variables");
  const auto question_of = [&](const Without& unset) {
    Question question{base, "with all"};
    question.setting.fresh = true;
    for (const int id : unset)
      question.setting.unset.insert(variables[static_cast<std::size_t>(id)]);
    if (!unset.empty()) question.words = "without " + listed(question.setting.unset);
    return question;
  };
  const int count = static_cast<int>(variables.size());
  const Without all = complement({}, count);
  if (investigation.fails(question_of(all), {question_of({})})) {
    investigation.finding("the failure needs no environment variable");
    return {};
  }
  if (!investigation.fails(question_of({}))) {
    investigation.finding("the script does not fail in this way in fresh interpreters");
    return {};
  }
  const auto fails = [&](const Without& unset, const std::vector<Without>& likely) {
    std::vector<Question> next;
    std::ranges::transform(likely, std::back_inserter(next), question_of);
    return investigation.fails(question_of(unset), next);
  };
  std::set<std::string> needed;
  for (const int id : smallest(count, fails)) {
    needed.insert(variables[static_cast<std::size_t>(id)]);
  }
  investigation.finding("needs " + listed(needed));
  return needed;
}

}  // namespace gridlock::minimizer
