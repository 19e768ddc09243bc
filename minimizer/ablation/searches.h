// The searches of an ablation, one function each. All report their questions and findings to the
// display.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "minimizer/ablation/ablation.h"

namespace gridlock::minimizer {

// Sets first and contradiction. The script itself fails with `own`.
void search_ladder(Investigation& investigation, Ablation& found);

// Returns the regions that must be compiled. `base` fails with all of them, and not without any.
std::set<int> search_regions(Investigation& investigation, const Setting& base,
                             const std::vector<Region>& regions);

// Tries all flips together first, then halves.
std::vector<Flip> search_flips(Investigation& investigation, const Setting& base, Rung rung);

std::optional<Culprit> search_passes(Investigation& investigation, const Setting& base, Rung rung);

// Returns the variables without which the script passes.
std::set<std::string> search_variables(Investigation& investigation, const Setting& base,
                                       const std::vector<std::string>& variables);

}  // namespace gridlock::minimizer
