// Predicts the next questions. Each of the two possible answers to a question is given to a copy of
// the search, which then asks its next question, and so on. The likeliest questions can be asked in
// parallel, before it is known which of them are needed.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "minimizer/proposals.h"
#include "minimizer/search.h"

namespace gridlock::minimizer {

// Returns the answer about a candidate if it is already known, or nullopt if the oracle has to be
// asked.
using Knowledge = std::function<std::optional<Answer>(const Prepared&)>;

// Passes `answer` to the search. Returns the place that `answer` shows to be necessary, if any.
std::optional<Place> tell(Search& search, const Answer& answer);

// Returns at most `count` unanswered questions about different candidates, the likeliest first. The
// first one is the question of `search`. If its answer is already known, the first one is the
// question that follows. If `count` is 1, prepares no candidate of a later question.
std::vector<const Prepared*> look_ahead(const Search& search, int count, Proposals& proposals,
                                        const Knowledge& knowledge);

}  // namespace gridlock::minimizer
