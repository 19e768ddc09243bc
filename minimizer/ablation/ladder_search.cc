#include <fmt/format.h>

#include <map>

#include "minimizer/ablation/searches.h"
#include "minimizer/ablation/smallest.h"

namespace gridlock::minimizer {
namespace {

Question rung_question(Rung rung) {
  Setting setting;
  setting.highest = rung;
  return {setting, backend_of(rung)};
}

// Returns a contradiction, or "" if there is none. A failure that shows with a lower rung should
// also show with each higher rung.
std::string contradiction_in(const std::map<int, bool>& failing) {
  for (auto low = failing.begin(); low != failing.end(); ++low) {
    for (auto high = std::next(low); high != failing.end(); ++high) {
      if (!low->second || high->second) continue;
      return fmt::format("the script fails with {}, but not with {}, which compiles more",
                         backend_of(static_cast<Rung>(low->first)),
                         backend_of(static_cast<Rung>(high->first)));
    }
  }
  return "";
}

}  // namespace

void search_ladder(Investigation& investigation, Ablation& found) {
  investigation.section("back ends");
  const Question uncompiled = rung_question(Rung::kNone);
  std::map<int, bool> failing;
  const auto fails = [&](int rung) {
    const Question question = rung_question(static_cast<Rung>(rung));
    return failing[rung] = investigation.fails(question, {uncompiled});
  };
  const int first = first_failing(-1, static_cast<int>(found.own), fails);
  // Bisection may not have asked whether the script fails without the compiler.
  if (!failing.contains(0)) fails(0);
  found.contradiction = contradiction_in(failing);
  found.first = failing[0] ? Rung::kNone : static_cast<Rung>(first);
  if (!found.contradiction.empty()) {
    investigation.finding("contradiction: " + found.contradiction);
  } else if (found.needs_the_compiler()) {
    investigation.finding(
        fmt::format("fails from {} on ({})", backend_of(*found.first), component_of(*found.first)));
  } else {
    investigation.finding("fails uncompiled");
  }
}

}  // namespace gridlock::minimizer
