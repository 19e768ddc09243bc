// The searches of an ablation, one function each. Each search reports its questions and findings to
// the display.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "minimizer/ablation/ablation.h"

namespace gridlock::minimizer {

// Sets `found.first` and `found.contradiction`. The script fails with its own backend, `found.own`.
void search_ladder(Investigation& investigation, Ablation& found);

// Returns the regions that must be compiled. The script fails under `base` if all regions are
// compiled, and does not fail if none is.
std::set<int> search_regions(Investigation& investigation, const Setting& base,
                             const std::vector<Region>& regions);

// Returns a smallest set of flips with which the failure is gone. Tries all flips together first.
// If they cause another failure, tries halves of them.
std::vector<Flip> search_flips(Investigation& investigation, const Setting& base, Rung rung);

std::optional<Culprit> search_passes(Investigation& investigation, const Setting& base, Rung rung);

// Returns the variables without which the script passes.
std::set<std::string> search_variables(Investigation& investigation, const Setting& base,
                                       const std::vector<std::string>& variables);

}  // namespace gridlock::minimizer
