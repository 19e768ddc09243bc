// Predicts the next questions. A copy of the search is given an assumed answer to its question,
// further copies follow from it, and so on. The likeliest questions can then be asked in parallel,
// before it is known which of them are needed.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "minimizer/proposals.h"
#include "minimizer/search.h"

namespace gridlock::minimizer {

// Returns the answer about a candidate if it is already known, or nothing if the oracle has to be
// asked.
using Knowledge = std::function<std::optional<Answer>(const Prepared&)>;

// Passes `answer` to the search. Returns the place that `answer` shows to be necessary, if any.
std::optional<Place> tell(Search& search, const Answer& answer);

// Returns at most `count` unanswered questions about different candidates, the likeliest first. The
// first question is that of `search` or, if its answer is already known, the question that follows
// from it. If `count` is 1, prepares no other candidate.
std::vector<const Prepared*> look_ahead(const Search& search, int count, Proposals& proposals,
                                        const Knowledge& knowledge);

}  // namespace gridlock::minimizer
