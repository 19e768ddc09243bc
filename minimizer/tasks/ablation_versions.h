// Implements gridlock ablate --torch, which runs the script on other versions of torch.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "minimizer/ablation/versions.h"
#include "minimizer/tasks/minimize_task.h"

namespace gridlock::minimizer {

// Follows the search over versions of torch. All functions must be set.
struct VersionListener {
  std::function<void(const std::string& own)> on_begin;  // the failure occurs in version `own`
  std::function<void(const VersionAnswer&)> on_answer;
  std::function<void(const VersionResult&)> on_end;
};

// Finds the versions of torch in which the failure of `measured` occurs. The failure was observed
// with `python`. Missing Python environments are created.
VersionResult compare_versions(const std::vector<std::string>& versions, const MinimizeTask& task,
                               const Measured& measured, const std::filesystem::path& python,
                               const VersionListener& listener, const std::stop_token& stop);

}  // namespace gridlock::minimizer
