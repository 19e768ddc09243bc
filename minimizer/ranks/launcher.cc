#include "minimizer/ranks/launcher.h"

#include <nlohmann/json.hpp>

#include "harness/diagnosis/blowup.h"

namespace gridlock::minimizer {
namespace {

using nlohmann::json;

json mode_of(const Comparison& comparison) {
  json mode = {{"mode", "check finite"}, {"arguments", comparison.arguments}};
  if (comparison.control.empty()) return mode;
  mode["mode"] = "compare";
  mode["control"] = comparison.control;
  mode["bounds"] = comparison.bounds;
  mode["others"] = comparison.bound;
  return mode;
}

json mode_of(const Growth& growth) {
  return {{"mode", "measure growth"},
          {"sizes", {growth.small, growth.large}},
          {"least", diagnosis::kNoticedSeconds},
          {"highest", diagnosis::kHighestOrder}};
}

json mode_of(const Checks& checks) {
  if (checks.comparison) return mode_of(*checks.comparison);
  if (checks.growth) return mode_of(*checks.growth);
  return {{"mode", checks.not_compiled ? "check captured" : "start"}};
}

}  // namespace

std::string with_launcher(ScriptWorker& worker, const Candidate& candidate, const Checks& checks) {
  json launcher = mode_of(checks);
  launcher["ranks"] = candidate.launch.ranks;
  return worker.request({{"do", "launch"}, {"text", candidate.text}, {"launcher", launcher}})
      .at("text");
}

}  // namespace gridlock::minimizer
