#include "minimizer/ablation/script_ablation.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "harness/process/files.h"
#include "minimizer/ablation/fresh_oracle.h"
#include "minimizer/ablation/script_questions.h"
#include "minimizer/ranks/compared_oracle.h"
#include "minimizer/repeated_oracle.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;

// Minimum time limit of a question, in seconds. Its run may have to compile code that was cached
// when the script was measured.
constexpr double kLongQuestion = 60;

// Prefixes of the environment variables that ranks read …
constexpr std::array<std::string_view, 5> kPrefixes = {"TORCH", "PYTORCH", "NCCL_", "GLOO_",
                                                       "OMP_"};

// … except variables that contain the locations of files.
constexpr std::array<std::string_view, 3> kPlaces = {"TORCHINDUCTOR_CACHE_DIR", "TORCH_HOME",
                                                     "TORCH_EXTENSIONS_DIR"};

std::vector<std::string> variables_that_matter() {
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    const auto begins = [&](std::string_view prefix) { return name.starts_with(prefix); };
    if (!std::ranges::any_of(kPrefixes, begins)) continue;
    if (std::ranges::find(kPlaces, name) == kPlaces.end()) names.emplace_back(name);
  }
  std::ranges::sort(names);
  return names;
}

// Returns the limits of a question. If only a time limit reveals the hang, the quiet limit is
// short, because each run that hangs takes the whole limit.
ScriptLimits question_limits(const Measured& measured, const SearchRequest& request) {
  const std::string& kind = measured.signature->kind;
  const bool shows_by_time = kind == "timeout" || kind == "stall";
  return {.seconds = std::max(kLongQuestion, 4 * measured.seconds),
          .quiet_seconds = shows_by_time ? std::max(10.0, measured.seconds) : kLongQuestion,
          .slots = request.slots,
          .most_ranks = request.most_ranks};
}

AblationOutcome outcome_before_search(const Ablated& ablated, const SearchRequest& request) {
  const Measured& measured = ablated.measured;
  if (!measured.signature) {
    return measured.slow > 0 ? AblationOutcome::kTooSlow : AblationOutcome::kPasses;
  }
  if (!measured.always() && !request.flaky) return AblationOutcome::kFlaky;
  return ablated.survey.regions.empty() ? AblationOutcome::kUncompiled : AblationOutcome::kDone;
}

// Adds the time that importing torch takes.
ScriptLimits with_import(ScriptLimits limits) {
  limits.seconds += kLongQuestion;
  limits.quiet_seconds += kLongQuestion;
  return limits;
}

// Returns the script's own folder, because copies of the script import modules from there. Returns
// "" for a cell's script, which imports no local module.
std::string folder_of(const SearchRequest& request) {
  if (!request.keep_script_as.empty()) return "";
  return fs::absolute(request.script).lexically_normal().parent_path().string();
}

Measured measure_runs(run::ForkServer& server, const Candidate& script,
                      const SearchRequest& request, const std::stop_token& stop) {
  Compared<ScriptOracle> oracle(
      {request.longest_run, request.longest_run, 1}, request.checks, {},
      [&](const ScriptLimits& limits) { return ScriptOracle(server, {}, limits); });
  return measure_original(oracle.get(), script, request.flaky, stop);
}

class ScriptAblation {
 public:
  ScriptAblation(const SearchRequest& request, const Programs& programs,
                 const ScriptAblationListener& listener, std::stop_token stop)
      : request_(request),
        programs_(programs),
        listener_(listener),
        stop_(std::move(stop)),
        original_{process::read_text(request.script), request.launch},
        folder_(folder_of(request)) {}

  Ablated run() {
    listener_.on_measuring();
    result_.outcome = AblationOutcome::kStopped;
    run::ForkServer server(programs_.gridlock, programs_.python, programs_.parts,
                           [&] { return stop_.stop_requested(); });
    if (!server.is_ready()) return result_;
    measure_on(server);
    if (stop_.stop_requested()) return result_;
    listener_.on_measured(result_.measured, result_.survey);
    result_.outcome = outcome_before_search(result_, request_);
    if (result_.outcome == AblationOutcome::kDone) search(server);
    return result_;
  }

 private:
  // Measures the script. The runs also report the regions that the script compiles.
  void measure_on(run::ForkServer& server) {
    const process::TemporaryFolder reports("survey");
    const Candidate watched =
        with_report(with_setting(original_, {}, folder_), reports.path().string());
    result_.measured = measure_runs(server, watched, request_, stop_);
    result_.survey = read_survey(reports.path(), request_.script.filename().string());
  }

  void search(run::ForkServer& server) {
    const auto began = std::chrono::steady_clock::now();
    const Measured& measured = result_.measured;
    const ScriptLimits limits = question_limits(measured, request_);
    const Signature& wanted = *measured.signature;
    Compared<ScriptOracle> forked(limits, request_.checks, wanted, [&](const ScriptLimits& runs) {
      return ScriptOracle(server, wanted, runs);
    });
    Compared<FreshOracle> fresh(
        with_import(limits), request_.checks, wanted, [&](const ScriptLimits& runs) {
          return FreshOracle(programs_.gridlock, programs_.python, wanted, runs);
        });
    if (measured.always()) {
      ask(forked.get(), fresh.get());
    } else {
      RepeatedOracle forked_often(forked.get(), repetitions_for(measured));
      RepeatedOracle fresh_often(fresh.get(), repetitions_for(measured));
      ask(forked_often, fresh_often);
    }
    result_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  }

  void ask(Oracle& forked, Oracle& fresh) {
    const AskedScript script{
        {original_, original_.text, *result_.measured.signature, answer_of(result_.measured)},
        folder_,
        request_.script.filename().string()};
    State state(request_.folder / "search", script.problem);
    const fs::path kept = request_.folder / request_.keep_script_as;
    if (!request_.keep_script_as.empty() && !fs::exists(kept)) fs::copy_file(request_.script, kept);
    ScriptQuestions questions(script, forked, fresh, &state, request_.budget, stop_);
    result_.ablation =
        ablate(result_.survey, variables_that_matter(), questions, listener_.searches);
    result_.asked = questions.asked();
    result_.cached = questions.cached();
    if (result_.ablation.finished) return;
    result_.outcome =
        questions.interrupted() ? AblationOutcome::kStopped : AblationOutcome::kBudget;
  }

  const SearchRequest& request_;
  const Programs& programs_;
  const ScriptAblationListener& listener_;
  std::stop_token stop_;
  Candidate original_;
  std::string folder_;
  Ablated result_;
};

}  // namespace

Ablated ablate_script(const SearchRequest& request, const Programs& programs,
                      const ScriptAblationListener& listener, std::stop_token stop) {
  return ScriptAblation(request, programs, listener, std::move(stop)).run();
}

Measured measure_script(const SearchRequest& request, const Programs& programs,
                        const std::stop_token& stop) {
  run::ForkServer server(programs.gridlock, programs.python, programs.parts,
                         [&] { return stop.stop_requested(); });
  if (!server.is_ready()) return {};
  const Candidate script{process::read_text(request.script), request.launch};
  return measure_runs(server, with_setting(script, {}, folder_of(request)), request, stop);
}

}  // namespace gridlock::minimizer
