// The searches of an ablation, one each. All tell the display what they ask and find.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "minimizer/ablation/ablation.h"

namespace gridlock::minimizer {

// Sets first and contradiction. The script itself, with `own`, fails.
void search_ladder(Investigation& investigation, Ablation& found);

// The regions that must be compiled. `base` fails with all of them, and not without any.
std::set<int> search_regions(Investigation& investigation, const Setting& base,
                             const std::vector<Region>& regions);

// All together first, then by halving.
std::vector<Flip> search_flips(Investigation& investigation, const Setting& base, Rung rung);

std::optional<Culprit> search_passes(Investigation& investigation, const Setting& base, Rung rung);

// The variables without which it passes.
std::set<std::string> search_variables(Investigation& investigation, const Setting& base,
                                       const std::vector<std::string>& variables);

}  // namespace gridlock::minimizer
