#include "minimizer/ranks/minimization.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "harness/process/files.h"
#include "minimizer/ranks/capture.h"
#include "minimizer/ranks/compared_oracle.h"
#include "minimizer/ranks/failure.h"
#include "minimizer/ranks/finish.h"
#include "minimizer/ranks/issue.h"
#include "minimizer/ranks/script_oracle.h"
#include "minimizer/repeated_oracle.h"
#include "minimizer/script_passes.h"
#include "minimizer/script_worker.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;

// Candidates are shorter than the original; the margin allows for a busy machine.
ScriptLimits limits_for(const Measured& measured, const Job& job) {
  return {.seconds = std::max(10.0, 4 * measured.seconds),
          .quiet_seconds = std::max(5.0, measured.seconds),
          .slots = job.slots,
          .most_ranks = job.most_ranks};
}

Outcome outcome_of_measuring(const Measured& measured, const Job& job) {
  if (!measured.signature) return measured.slow > 0 ? Outcome::kTooSlow : Outcome::kPasses;
  return measured.always() || job.flaky ? Outcome::kMinimized : Outcome::kFlaky;
}

Result search(const Problem& problem, const Measured& measured, Oracle& once,
              const std::shared_ptr<ScriptWorker>& worker, const Job& job,
              const MinimizeOptions& options) {
  State state(job.folder / "search", problem);
  const auto passes = script_passes(worker, hangs_in_calls(problem.signature));
  RepeatedOracle repeated(once, trials_for(measured));
  return minimize(problem, passes, repeated, &state, options);
}

Problem problem_of(const Candidate& original, const Measured& measured, ScriptWorker& worker) {
  return {original, canonical_form(worker, original.text), *measured.signature,
          answer_of(measured)};
}

// Returns the original, then the steps that the search accepted.
std::vector<Candidate> steps_of(const Problem& problem, const Result& result) {
  std::vector<Candidate> steps{problem.original};
  steps.insert(steps.end(), result.steps.begin(), result.steps.end());
  return steps;
}

Outcome outcome_of_verifying(const Minimized& minimized, const std::stop_token& stop) {
  if (stop.stop_requested()) return Outcome::kStopped;
  return minimized.verification.holds() ? Outcome::kMinimized : Outcome::kNotVerified;
}

// Replaces the file name in the sentence's places: ranks ran the script under the name of all
// candidates.
std::string naming(std::string sentence, const std::string& file) {
  const std::string given = std::string(run::ForkServer::kScript) + ":";
  for (std::size_t at = 0; (at = sentence.find(given, at)) != std::string::npos;) {
    sentence.replace(at, given.size(), file + ":");
    at += file.size();
  }
  return sentence;
}

void make_folder(const Job& job) {
  fs::create_directories(job.folder);
  const fs::path kept = job.folder / job.keep_script_as;  // a resumed search uses this copy
  if (!job.keep_script_as.empty() && !fs::exists(kept)) fs::copy_file(job.script, kept);
}

}  // namespace

Minimized minimize_script(const Job& job, const Programs& programs, const Listener& listener,
                          std::stop_token stop) {
  Minimized minimized;
  Measured& measured = minimized.measured;
  minimized.repro = job.folder / "repro.py";
  minimized.checks = job.checks;
  const auto worker = std::make_shared<ScriptWorker>(programs.python, programs.package,
                                                     fs::absolute(job.folder / kGraphs));
  const Candidate original{link_script(*worker, job.script), job.launch};

  const bool is_one_file = original.text == process::read_text(job.script);
  listener.on_measuring();
  run::ForkServer server(programs.gridlock, programs.python, programs.parts);
  const auto oracle_of = [&](const Signature& wanted) {
    return [&server, wanted](const ScriptLimits& limits) {
      return ScriptOracle(server, wanted, limits);
    };
  };
  {
    Compared<ScriptOracle> oracle({job.longest_run, job.longest_run, 1, 0, true}, job.checks, {},
                                  oracle_of({}));
    measured = measure_original(oracle.get(), original, job.flaky, stop);
    if (is_one_file) measured.sentence = naming(measured.sentence, job.script.filename());
  }
  minimized.outcome = Outcome::kStopped;
  if (stop.stop_requested()) return minimized;
  const bool wanted = listener.on_measured(measured, line_count(original));
  minimized.outcome = wanted ? outcome_of_measuring(measured, job) : Outcome::kDeclined;
  if (minimized.outcome != Outcome::kMinimized) return minimized;
  make_folder(job);
  if (!libraries_of(*worker, original.text).empty()) {
    capture_graphs(server, original, job.folder / kGraphs, limits_for(measured, job), stop);
  }

  const Problem problem = problem_of(original, measured, *worker);
  Compared<ScriptOracle> ranks(limits_for(measured, job), job.checks, *measured.signature,
                               oracle_of(*measured.signature));
  Oracle& oracle = ranks.get();
  const MinimizeOptions options{job.budget, stop,
                                [&](const Progress& progress) { listener.on_progress(progress); }};
  minimized.result = search(problem, measured, oracle, worker, job, options);
  const std::vector<Candidate> steps = steps_of(problem, minimized.result);
  Finish finish(minimized, steps, *worker, oracle, listener);
  finish.write_best();
  minimized.outcome = Outcome::kStopped;
  if (minimized.result.end == End::kInterrupted) return minimized;

  listener.on_verifying(minimized.result);
  VerificationPlan plan = verification_plan(measured);
  plan.gridlock = programs.gridlock;
  plan.python = programs.python;
  plan.longest_run = job.longest_run;
  if (!plan.rare) plan.runs = job.verification_runs;
  finish.verify_best(plan, stop);
  minimized.outcome = outcome_of_verifying(minimized, stop);
  process::write_text(job.folder / "issue.md", issue_of(minimized, original));
  return minimized;
}

}  // namespace gridlock::minimizer
