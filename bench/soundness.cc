#include "bench/soundness.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "bench/soundness_tally.h"
#include "harness/cli/command.h"
#include "harness/cli/settings.h"
#include "harness/cli/trial_run.h"
#include "harness/run/run.h"

namespace gridlock::bench {
namespace {

namespace fs = std::filesystem;

// Reads the judged windows. Returns none if there is no such file.
protocol::Windows read_windows(const fs::path& file) {
  const nlohmann::json json = nlohmann::json::parse(std::ifstream(file), nullptr, false);
  return json.is_object() ? protocol::windows_from_json(json) : protocol::Windows{};
}

class SoundnessReporter : public report::Reporter {
 public:
  SoundnessReporter(const controller::RunFolder& folder, const std::string& json)
      : folder_(folder) {
    if (json.empty()) return;
    file_.open(json);
    if (!file_) throw matrix::InputError(fmt::format("--json: cannot write {}", json));
  }

  void on_cell_finished(const verdict::CellRecord& record, double) override {
    const auto evidence =
        folder_.root() / controller::RunFolder::evidence(record.cell, record.repetition);
    const StressedRun run =
        stressed_run(record, evidence, read_windows(evidence / protocol::Windows::kFile));
    if (sums_.runs == 0) std::cout << soundness_heading() << '\n';
    std::cout << line(run) << std::endl;
    if (file_.is_open()) file_ << to_json(run).dump() << std::endl;
    sums_.add(run);
  }
  const Soundness& sums() const { return sums_; }

 private:
  const controller::RunFolder& folder_;
  std::ofstream file_;
  Soundness sums_;
};

controller::MachineFacts without_gpus() {
  controller::MachineFacts machine = controller::inspect_machine();
  machine.gpus = 0;
  return machine;
}

matrix::Plan healthy_cells(const SoundnessOptions& options) {
  const auto trials = cli::load_trials({}, {"healthy/"});
  matrix::Plan plan =
      cli::plan_trials(trials, {.machine = without_gpus(), .select = options.select});
  if (plan.cells.empty()) throw matrix::InputError("--select: no cell fits the pattern");
  plan.matrix_name = "soundness";
  return plan;
}

controller::TrainingOptions training_options(const SoundnessOptions& options, std::size_t cells) {
  controller::TrainingOptions run;
  run.jobs = options.jobs;
  run.repeat = static_cast<int>((static_cast<std::size_t>(options.runs) + cells - 1) / cells);
  run.stress = options.seed;
  run.rerun_command = cli::program_name() + " bench soundness";
  run.machine = without_gpus();
  run.launch = cli::launch_options();
  return run;
}

}  // namespace

int bench_soundness(const SoundnessOptions& options) {
  const matrix::Plan plan = healthy_cells(options);
  const run::Identity identity = run::identity_of(plan);
  const run::RunOptions settings = {
      .training = training_options(options, plan.cells.size()),
      .folder = cli::choose_folder(options.out, plan, identity, false),
      .identity = identity,
      .interrupted = [&stop = cli::stop_on_signals()] { return stop != 0; }};
  SoundnessReporter reporter(settings.folder, options.json);
  if (run::run(plan, settings, reporter).end != report::End::kCompleted) return cli::kInterrupted;
  std::cout << '\n' << describe(reporter.sums()) << std::flush;
  return reporter.sums().good_enough() ? cli::kExpected : cli::kUnexpected;
}

}  // namespace gridlock::bench
