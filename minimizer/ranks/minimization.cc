#include "minimizer/ranks/minimization.h"

#include <algorithm>
#include <memory>

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

// Returns limits for candidates. Candidates are shorter than the original, so the margin only has
// to cover a busy machine.
ScriptLimits limits_for(const Measured& measured, const SearchRequest& request) {
  return {.seconds = std::max(10.0, 4 * measured.seconds),
          .quiet_seconds = std::max(5.0, measured.seconds),
          .slots = request.slots,
          .most_ranks = request.most_ranks};
}

Outcome outcome_of_measuring(const Measured& measured, const SearchRequest& request) {
  if (!measured.signature) return measured.slow > 0 ? Outcome::kTooSlow : Outcome::kPasses;
  return measured.always() || request.flaky ? Outcome::kMinimized : Outcome::kFlaky;
}

Result search(const Problem& problem, const Measured& measured, Oracle& once,
              const std::shared_ptr<ScriptWorker>& worker, const SearchRequest& request,
              const MinimizeOptions& options) {
  State state(request.folder / "search", problem);
  const auto passes = script_passes(worker, hangs_in_calls(problem.signature));
  RepeatedOracle repeated(once, repetitions_for(measured));
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

// Replaces the file name in the sentence's line references by `file`. All candidates run under one
// common file name, which users do not know.
std::string naming(std::string sentence, const std::string& file) {
  const std::string given = std::string(run::ForkServer::kScript) + ":";
  for (std::size_t at = 0; (at = sentence.find(given, at)) != std::string::npos;) {
    sentence.replace(at, given.size(), file + ":");
    at += file.size();
  }
  return sentence;
}

void make_folder(const SearchRequest& request) {
  fs::create_directories(request.folder);
  const fs::path kept = request.folder / request.keep_script_as;  // a resumed search uses this copy
  if (!request.keep_script_as.empty() && !fs::exists(kept)) fs::copy_file(request.script, kept);
}

}  // namespace

Minimized minimize_script(const SearchRequest& request, const Programs& programs,
                          const Listener& listener, std::stop_token stop) {
  Minimized minimized;
  Measured& measured = minimized.measured;
  minimized.repro = request.folder / "repro.py";
  minimized.checks = request.checks;
  const auto worker = std::make_shared<ScriptWorker>(programs.python, programs.package,
                                                     fs::absolute(request.folder / kGraphs));
  const Candidate original{link_script(*worker, request.script), request.launch};

  const bool is_one_file = original.text == process::read_text(request.script);
  listener.on_measuring();
  minimized.outcome = Outcome::kStopped;
  run::ForkServer server(programs.gridlock, programs.python, programs.parts,
                         [&] { return stop.stop_requested(); });
  if (!server.is_ready()) return minimized;
  const auto oracle_of = [&](const Signature& wanted) {
    return [&server, wanted](const ScriptLimits& limits) {
      return ScriptOracle(server, wanted, limits);
    };
  };
  {
    Compared<ScriptOracle> oracle({request.longest_run, request.longest_run, 1, 0, true},
                                  request.checks, {}, oracle_of({}));
    measured = measure_original(oracle.get(), original, request.flaky, stop);
    if (is_one_file) measured.sentence = naming(measured.sentence, request.script.filename());
  }
  if (stop.stop_requested()) return minimized;
  const bool wanted = listener.on_measured(measured, line_count(original));
  minimized.outcome = wanted ? outcome_of_measuring(measured, request) : Outcome::kDeclined;
  if (minimized.outcome != Outcome::kMinimized) return minimized;
  make_folder(request);
  if (!libraries_of(*worker, original.text).empty()) {
    capture_graphs(server, original, request.folder / kGraphs, limits_for(measured, request), stop);
  }

  const Problem problem = problem_of(original, measured, *worker);
  Compared<ScriptOracle> ranks(limits_for(measured, request), request.checks, *measured.signature,
                               oracle_of(*measured.signature));
  Oracle& oracle = ranks.get();
  const MinimizeOptions options{request.budget, stop,
                                [&](const Progress& progress) { listener.on_progress(progress); }};
  minimized.result = search(problem, measured, oracle, worker, request, options);
  const std::vector<Candidate> steps = steps_of(problem, minimized.result);
  Finish finish(minimized, steps, *worker, oracle, listener);
  finish.write_best();
  minimized.outcome = Outcome::kStopped;
  if (minimized.result.end == End::kInterrupted) return minimized;

  listener.on_verifying(minimized.result);
  VerificationPlan plan = verification_plan(measured);
  plan.gridlock = programs.gridlock;
  plan.python = programs.python;
  plan.longest_run = request.longest_run;
  if (!plan.rare) plan.runs = request.verification_runs;
  finish.verify_best(plan, stop);
  minimized.outcome = outcome_of_verifying(minimized, stop);
  process::write_text(request.folder / "issue.md", issue_of(minimized, original));
  return minimized;
}

}  // namespace gridlock::minimizer
