// Lists of ranks as people write them: "0-3,8,6". Order is kept; a run counts upwards.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::facts {

std::string rank_list(const std::vector<int>& ranks);

// Throws std::runtime_error for what is no such list, or one of more than a million ranks.
std::vector<int> parse_rank_list(std::string_view text);

}  // namespace gridlock::facts
