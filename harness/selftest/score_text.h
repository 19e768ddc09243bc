// Scores and rates as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/selftest/rates.h"
#include "harness/selftest/score.h"

namespace gridlock::selftest {

// Returns a line of the file given with --json.
nlohmann::ordered_json to_json(const Score& score);

// Returns the heading of the lines. All lines have at most 100 columns and no newline.
std::string heading();
std::string line(const Score& score);
// Returns several lines.
std::string describe(const Rates& rates);
// Returns a table for cells with wrong numerical results: how many of them each common check
// detects (golden/usual_checks.h). Returns "" if no cell has wrong results.
std::string table_of_usual_checks(const std::vector<Score>& scores);

}  // namespace gridlock::selftest
