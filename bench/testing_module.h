// Runs measurements that are Python modules of harness/rank/testing/gridlock_testing.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace gridlock::bench {

// Runs `python -m gridlock_testing.NAME SPECIFICATION.json RESULT.json` and returns the result that
// the module writes. Both files are in `folder`. If the module fails, prints the module's output
// and returns nullopt.
std::optional<nlohmann::json> run_testing_module(const std::string& name,
                                                 const nlohmann::json& specification,
                                                 const std::filesystem::path& folder);

// Runs a module that needs a GPU. Adds to the specification "gridlock", the program, and "folder",
// an empty folder. If there is no GPU, prints that and returns nullopt.
std::optional<nlohmann::json> run_on_gpus(const std::string& name, nlohmann::json specification);

}  // namespace gridlock::bench
