// Predicts the next questions. A search is copied, told both answers to its question, and so on:
// the likeliest questions can be asked side by side, before it is clear which are needed.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "minimizer/proposals.h"
#include "minimizer/search.h"

namespace gridlock::minimizer {

// Returns the answer to a candidate if it is settled already; none: it has to be asked.
using Knowledge = std::function<std::optional<Answer>(const Prepared&)>;

// Passes `answer` to the search. Returns the place that it shows to be necessary, if any.
std::optional<Place> tell(Search& search, const Answer& answer);

// Returns at most `count` open questions of different candidates, the likeliest first. The first
// one is the question of `search` or, if its answer is settled, the question that follows from it.
// `count` = 1 prepares nothing else.
std::vector<const Prepared*> look_ahead(const Search& search, int count, Proposals& proposals,
                                        const Knowledge& knowledge);

}  // namespace gridlock::minimizer
