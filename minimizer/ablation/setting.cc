#include "minimizer/ablation/setting.h"

#include <nlohmann/json.hpp>

namespace gridlock::minimizer {
namespace {

using nlohmann::json;

constexpr const char* kSetting = "GRIDLOCK_ABLATION";
constexpr const char* kReport = "GRIDLOCK_ABLATION_REPORT";

json json_of(const Setting& setting, const std::string& folder) {
  json words = {{"folder", folder}};
  if (setting.highest) words["backend"] = backend_of(*setting.highest);
  if (!setting.disabled.empty()) words["disabled"] = setting.disabled;
  for (const auto& [entry, value] : setting.config) words["config"][entry] = json::parse(value);
  if (const auto& bisect = setting.bisect) {
    words["bisect"] = {
        {"backend", bisect->backend}, {"subsystem", bisect->subsystem}, {"limit", bisect->limit}};
  }
  if (!setting.unset.empty()) words["unset"] = setting.unset;
  if (setting.fresh) words["fresh"] = true;  // so its key differs from a forked run's
  return words;
}

}  // namespace

Candidate with_setting(const Candidate& script, const Setting& setting, const std::string& folder) {
  Candidate candidate = script;
  candidate.launch.environment.emplace_back(kSetting, json_of(setting, folder).dump());
  return candidate;
}

Candidate with_report(Candidate candidate, const std::string& folder) {
  candidate.launch.environment.emplace_back(kReport, folder);
  return candidate;
}

std::string python_value(const std::string& json) {
  if (json == "true") return "True";
  if (json == "false") return "False";
  if (json == "null") return "None";
  return json;
}

}  // namespace gridlock::minimizer
