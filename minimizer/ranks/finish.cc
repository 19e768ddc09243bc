#include "minimizer/ranks/finish.h"

#include <cerrno>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>

#include "harness/diagnosis/blowup.h"
#include "harness/process/files.h"
#include "minimizer/problem.h"
#include "minimizer/ranks/checks.h"
#include "minimizer/ranks/going_back.h"
#include "minimizer/repeated_oracle.h"
#include "minimizer/script_worker.h"

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

// Returns the script in the form in which it is filed. `python FILE` starts its ranks through
// torchrun, and `torchrun FILE` works as well. A rank that still runs after a minute prints its
// stack and ends. The variable HANG_LIMIT sets another limit, in seconds.
//
// `python FILE` also performs the checks. It runs the script and its control and compares their
// numbers, examines which graphs its ranks captured, or compiles with two sizes. The last line of
// its output is then a verdict (ending.h).
std::string with_launcher(ScriptWorker& worker, const Candidate& candidate, const Checks& checks) {
  json launcher = mode_of(checks);
  launcher["ranks"] = candidate.launch.ranks;
  return worker.request({{"do", "launch"}, {"text", candidate.text}, {"launcher", launcher}})
      .at("text");
}

constexpr int kRunsOfUnverified = 10;  // runs that suffice to estimate the failure rate
constexpr int kRunsBefore = 3;         // cheap runs in which a step must fail before it is verified

}  // namespace

void Finish::write(std::size_t step) {
  Candidate& best = minimized_.best = steps_[step];
  best.text = finish_script(worker_, best.text);
  minimized_.lines = line_count(best);
  if (!process::write_text(minimized_.repro, with_launcher(worker_, best, minimized_.checks)))
    throw std::system_error(errno, std::generic_category(), minimized_.repro.string());
}

void Finish::verify_step(std::size_t step, const VerificationPlan& plan, std::stop_token stop) {
  write(step);
  minimized_.verification =
      verify(minimized_.repro, minimized_.best.launch, *minimized_.measured.signature, plan,
             listener_.on_verification_run, stop);
}

void Finish::verify_best(const VerificationPlan& plan, std::stop_token stop) {
  const std::size_t last = steps_.size() - 1;
  verify_step(last, plan, stop);
  if (last == 0 || plan.rare || minimized_.verification.holds() || stop.stop_requested()) return;
  go_back(plan, stop);
}

void Finish::go_back(const VerificationPlan& plan, std::stop_token stop) {
  const std::size_t last = steps_.size() - 1;
  minimized_.went_back = {minimized_.lines, minimized_.verification,
                          measure_rate(once_, steps_[last], kRunsOfUnverified, stop)};
  listener_.on_going_back(*minimized_.went_back);
  std::size_t verified = last;  // the step that was verified last
  const auto holds = [&](std::size_t step) {
    if (stop.stop_requested()) return false;
    if (measure_rate(once_, steps_[step], kRunsBefore, stop).failures < kRunsBefore) return false;
    verify_step(verified = step, plan, stop);
    return minimized_.verification.holds();
  };
  const std::size_t good = last_that_holds(last, holds);
  if (verified != good && !stop.stop_requested()) verify_step(good, plan, stop);
}

}  // namespace gridlock::minimizer
