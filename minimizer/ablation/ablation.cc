#include "minimizer/ablation/ablation.h"

#include <fmt/format.h>

#include <algorithm>

#include "minimizer/ablation/searches.h"
#include "minimizer/ablation/smallest.h"

namespace gridlock::minimizer {
namespace {

Rung highest_of(const std::vector<Region>& regions) {
  return std::ranges::max(regions, {}, &Region::rung).rung;
}

void search_all(Ablation& found, const Survey& survey, const std::vector<std::string>& variables,
                Investigation& investigation) {
  found.own = highest_of(survey.regions);
  search_ladder(investigation, found);
  if (found.needs_the_compiler()) {
    Setting base;
    if (*found.first != found.own) base.highest = found.first;
    const bool several = survey.regions.size() > 1;
    found.regions = several ? search_regions(investigation, base, survey.regions) : std::set{0};
    base.disabled = complement(found.regions, static_cast<int>(survey.regions.size()));
    found.gone_with = search_flips(investigation, base, *found.first);
    found.culprit = search_passes(investigation, base, *found.first);
    found.variables = search_variables(investigation, base, variables);
  }
  found.finished = true;
}

std::string regions_text(const std::set<int>& needed, const Survey& survey) {
  if (needed.empty()) return "";
  if (survey.regions.size() == 1) return "compiled at " + survey.regions.front().place;
  if (needed.size() == survey.regions.size()) {
    return fmt::format("needs all {} regions compiled", needed.size());
  }
  std::string text;
  for (const int id : needed) text += (text.empty() ? "" : ", ") + std::to_string(id + 1);
  std::string places;
  for (const int id : needed) {
    const std::string& place = survey.regions[static_cast<std::size_t>(id)].place;
    if (!places.ends_with(place)) places += (places.empty() ? "" : ", ") + place;
  }
  return fmt::format("needs {} {} compiled ({})", needed.size() == 1 ? "region" : "regions", text,
                     places);
}

std::string flips_text(const std::vector<Flip>& flips) {
  std::string text;
  for (const Flip& flip : flips) {
    text += fmt::format("{}`{}`", text.empty() ? "passes with " : " and ", words_of(flip));
  }
  return text;
}

std::string culprit_text(const std::optional<Culprit>& culprit) {
  if (!culprit) return "";
  const std::string name = culprit->name.empty() ? "" : " (" + culprit->name + ")";
  return fmt::format("needs {} #{} of {}{}", culprit->subsystem, culprit->number, culprit->applied,
                     name);
}

std::string variables_text(const std::set<std::string>& variables) {
  std::string text;
  for (const std::string& name : variables) text += (text.empty() ? "needs " : ", ") + name;
  return text.empty() ? "" : text + " set";
}

}  // namespace

Ablation ablate(const Survey& survey, const std::vector<std::string>& variables,
                Questions& questions, const AblationListener& listener) {
  Ablation found;
  Investigation investigation(questions, listener);
  try {
    search_all(found, survey, variables, investigation);
  } catch (const Unanswered&) {
    // The results so far are in `found`.
  }
  return found;
}

std::string sentence_of(const Ablation& found, const Survey& survey) {
  if (!found.first) return "no result yet";
  std::string text = found.needs_the_compiler()
                         ? fmt::format("fails from {} on ({})", backend_of(*found.first),
                                       component_of(*found.first))
                         : "the failure does not depend on the compiler: the script also fails "
                           "uncompiled";
  for (const std::string& part : {regions_text(found.regions, survey), flips_text(found.gone_with),
                                  culprit_text(found.culprit), variables_text(found.variables)}) {
    if (found.needs_the_compiler() && !part.empty()) text += ", " + part;
  }
  if (!found.contradiction.empty()) text += "; contradiction: " + found.contradiction;
  return text;
}

}  // namespace gridlock::minimizer
