// What is measured within Python: modules of harness/rank/testing/gridlock_testing.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace gridlock::bench {

// What `python -m gridlock_testing.NAME SPECIFICATION.json RESULT.json` leaves as its result; both
// files are in `folder`. Nothing if it fails: then what it printed is printed.
std::optional<nlohmann::json> run_testing_module(const std::string& name,
                                                 const nlohmann::json& specification,
                                                 const std::filesystem::path& folder);

}  // namespace gridlock::bench
