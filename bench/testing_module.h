// Measurements within Python: modules of harness/rank/testing/gridlock_testing.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace gridlock::bench {

// Returns the result that `python -m gridlock_testing.NAME SPECIFICATION.json RESULT.json` leaves;
// both files are in `folder`. If it fails, returns nothing and prints its output.
std::optional<nlohmann::json> run_testing_module(const std::string& name,
                                                 const nlohmann::json& specification,
                                                 const std::filesystem::path& folder);

}  // namespace gridlock::bench
