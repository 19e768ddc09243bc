#include "minimizer/ranks/verification.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <optional>
#include <thread>

#include "harness/process/files.h"
#include "harness/process/log.h"
#include "minimizer/ranks/ending.h"
#include "minimizer/ranks/exec_command.h"
#include "minimizer/ranks/failure.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;

constexpr int kRuns = 3, kMostRareRuns = 20;
// Time limits of a plain run in seconds, while several interpreters import torch in parallel. A
// hang takes the whole limit in every run. Any other failure ends by itself, but later on a busy
// machine.
constexpr int kLimitOfHangs = 20;
constexpr int kLimitOfOthers = 300;
constexpr int kSideBySide = 3;
// The time limit is at least this multiple of the time that a lone run takes under gridlock exec,
// times the number of parallel runs. A slow run is then not taken for a hang.
constexpr int kTimesAlone = 2;
constexpr int kLongestOfHangs = 60;  // maximum, even if gridlock waits longer

// Returns the number of runs in which a failure of the given rate shows at least once with a
// probability of 95 %.
int runs_for(double rate) {
  const double runs = std::ceil(std::log(0.05) / std::log1p(-rate));
  return std::clamp(static_cast<int>(runs), kRuns, kMostRareRuns);
}

// Returns nullopt if a stop is requested before the run has ended.
std::optional<Answer> run_under_exec(const fs::path& script, const Launch& launch,
                                     const Signature& signature, const VerificationPlan& plan,
                                     const std::stop_token& stop) {
  const process::TemporaryFolder folder("verify");
  const ColdCaches caches;
  const process::Fd output = process::make_log();
  process::Program program;
  program.arguments =
      exec_command(plan.gridlock, plan.python,
                   exec_options(launch, folder.path(), plan.longest_run), script, launch);
  program.environment = caches.environment(launch);
  program.environment["HANG_LIMIT"] = kNoLimit;
  program.standard_output = output.get();
  if (!process::run(std::move(program), [&] { return stop.stop_requested(); })) return {};
  return judge(process::read_text(outcome_in(folder.path())), signature);
}

void add_difference(Verification& verification, const std::string& words) {
  auto& all = verification.differently;
  if (std::ranges::find(all, words) == all.end()) all.push_back(words);
}

void take_exec_run(Verification& verification, const Answer& answer) {
  ++verification.runs;
  if (answer.verdict == Verdict::kSame) {
    ++verification.shown;
    if (verification.sentence.empty()) verification.sentence = answer.reason;
  } else {
    add_difference(verification, answer.seen ? headline(*answer.seen) : "it passes");
  }
}

void take_plain_run(Verification& verification, const Signature& signature, const PlainRun& run,
                    int code) {
  const std::string words = plain_difference(signature, code, run.output());
  if (words.empty()) {
    ++verification.alone;
  } else {
    add_difference(verification, "without gridlock: " + words);
  }
}

// Returns whether `python FILE` itself checks for the failure. gridlock then has nothing to prove.
bool shows_alone(const Signature& signature) {
  return !expected_verdict(signature).empty();
}

Verification verify_alone(const fs::path& script, const Launch& launch, const Signature& signature,
                          const VerificationPlan& plan, const OnRun& on_run,
                          const std::stop_token& stop) {
  Verification verification;
  verification.rare = plan.rare;
  verification.only_alone = true;
  while (verification.runs < plan.runs && !stop.stop_requested()) {
    PlainRun run(plan.python, script, launch, plan.hang_limit);
    while (!run.exit_code() && !stop.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (!run.exit_code()) break;
    take_plain_run(verification, signature, run, *run.exit_code());
    on_run(++verification.runs, plan.runs);
  }
  verification.shown = verification.alone;
  return verification;
}

}  // namespace

bool Verification::holds() const {
  if (rare) return shown > 0 && alone > 0;
  return runs > 0 && shown == runs && alone == runs;
}

VerificationPlan verification_plan(const Measured& measured) {
  VerificationPlan plan;
  plan.rare = !measured.always();
  const double rate = std::max(0.01, static_cast<double>(measured.failures) / measured.runs);
  if (plan.rare) plan.runs = runs_for(rate);
  const auto& failure = measured.signature;
  const bool ends = failure && (failure->kind == "crash" || shows_alone(*failure));
  plan.hang_limit =
      std::max(ends ? kLimitOfOthers : kLimitOfHangs, static_cast<int>(4 * measured.seconds));
  return plan;
}

Verification verify(const fs::path& script, const Launch& launch, const Signature& signature,
                    const VerificationPlan& plan, const OnRun& on_run, std::stop_token stop) {
  if (shows_alone(signature)) return verify_alone(script, launch, signature, plan, on_run, stop);
  Verification verification;
  verification.rare = plan.rare;
  std::deque<PlainRun> plain;  // a deque, because a PlainRun cannot be moved
  int started = 0, ended = 0;
  const auto run_proved = [&] {
    const auto answer = run_under_exec(script, launch, signature, plan, stop);
    if (!answer) return;
    take_exec_run(verification, *answer);
    on_run(++ended, 2 * plan.runs);
  };
  const auto began = std::chrono::steady_clock::now();
  if (!stop.stop_requested()) run_proved();
  const std::chrono::duration<double> alone = std::chrono::steady_clock::now() - began;
  const int at_once = std::min(kSideBySide, plan.runs) + (plan.runs > 1 ? 1 : 0);
  const int limit = std::clamp(static_cast<int>(kTimesAlone * at_once * alone.count()),
                               plan.hang_limit, std::max(plan.hang_limit, kLongestOfHangs));
  const auto all_ended = [&] { return ended == 2 * plan.runs; };
  while (!stop.stop_requested() && !all_ended()) {
    while (std::ssize(plain) < kSideBySide && started < plan.runs) {
      plain.emplace_back(plan.python, script, launch, limit);
      ++started;
    }
    if (verification.runs < plan.runs) {
      run_proved();
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    // Plain runs are taken in the order in which they were started.
    while (!plain.empty() && plain.front().exit_code()) {
      take_plain_run(verification, signature, plain.front(), *plain.front().exit_code());
      plain.pop_front();
      on_run(++ended, 2 * plan.runs);
    }
  }
  return verification;
}

}  // namespace gridlock::minimizer
