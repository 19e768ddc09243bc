// Which questions come next? A search is copied, told both answers to its question, and so on: the
// questions that are likeliest to be asked can be asked side by side, before it is known which are
// needed.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "minimizer/proposals.h"
#include "minimizer/search.h"

namespace gridlock::minimizer {

// What is known of a candidate already; none: it has to be asked.
using Knowledge = std::function<std::optional<Answer>(const Prepared&)>;

// What `answer` means to a search.
std::optional<Place> tell(Search& search, const Answer& answer);

// At most `count` open questions of different candidates, the likeliest first. The first one is
// what `search` asks or, where that is known, what follows from it. `count` = 1 prepares nothing
// else.
std::vector<const Prepared*> look_ahead(const Search& search, int count, Proposals& proposals,
                                        const Knowledge& knowledge);

}  // namespace gridlock::minimizer
