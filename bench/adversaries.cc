#include "bench/adversaries.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "bench/adversary_rows.h"
#include "bench/adversary_tally.h"
#include "bench/machine_load.h"
#include "harness/cli/command.h"
#include "harness/run/run.h"
#include "harness/run/runs.h"
#include "harness/verdict/verdict.h"
#include "harness/workspace/choose_folder.h"
#include "harness/workspace/installation.h"
#include "harness/workspace/launch.h"
#include "harness/workspace/signals.h"
#include "matrix/ground_truth.h"

namespace gridlock::bench {
namespace {

class AdversaryReporter : public report::Reporter {
 public:
  AdversaryReporter(const matrix::Plan& plan, const matrix::GroundTruth& ground_truth,
                    const controller::RunFolder& folder, const std::string& json)
      : plan_(plan), ground_truth_(ground_truth), folder_(folder) {
    if (json.empty()) return;
    file_.open(json);
    if (!file_) throw matrix::InputError(fmt::format("--json: cannot write {}", json));
  }

  void on_cell_finished(const verdict::CellRecord& record, double) override {
    const matrix::PlannedCell& planned = *plan_.find(record.cell);
    AdversaryRun run =
        adversary_run(record, ground_truth_.of(planned.cell).is, folder_.root() / record.evidence);
    if (!run.right()) run.script = keep_adversary(planned, folder_.root() / "scripts");
    std::cout << line(run) << std::endl;
    if (file_.is_open()) file_ << to_json(run).dump() << std::endl;
    tally_.add(run);
  }
  const AdversaryTally& tally() const { return tally_; }

 private:
  const matrix::Plan& plan_;
  const matrix::GroundTruth& ground_truth_;
  const controller::RunFolder& folder_;
  std::ofstream file_;
  AdversaryTally tally_;
};

bool has_load(const matrix::PlannedCell& planned) {
  return *planned.cell.find("load") == matrix::Value("spinning");
}

// Returns the cells of the plan that run with this load: with spinning processes, or without.
matrix::Plan part_of(const matrix::Plan& plan, bool loaded) {
  matrix::Plan part = plan;
  std::erase_if(part.cells, [&](const auto& planned) { return has_load(planned) != loaded; });
  return part;
}

controller::TrainingOptions training_options(const AdversaryOptions& options) {
  controller::TrainingOptions run;
  run.jobs = options.jobs;
  run.rerun_command = workspace::program_name() + " bench soundness --adversaries";
  run.machine = controller::inspect_machine();
  if (!options.gpus) run.machine.gpus = 0;
  run.launch = workspace::launch_options();
  return run;
}

// Runs all cells; returns false if the user stopped the run.
bool run_all(const matrix::Plan& plan, const AdversaryOptions& options, const run::KeptRun& kept,
             AdversaryReporter& reporter) {
  const workspace::Stopping stopping("stopping the cells");
  run::RunOptions settings = {.training = training_options(options),
                              .folder = kept.folder,
                              .identity = kept.identity,
                              .interrupted = [&] { return stopping.requested(); }};
  for (const bool loaded : {false, true}) {
    const matrix::Plan part = part_of(plan, loaded);
    if (part.cells.empty()) continue;
    const MachineLoad load(loaded ? kSpinnersPerCore * settings.training.machine.cores : 0);
    if (run::run(part, settings, reporter).end != report::End::kCompleted) return false;
    settings.resume = true;
  }
  return true;
}

}  // namespace

int bench_adversaries(const AdversaryOptions& options) {
  if (options.gpus && controller::inspect_machine().gpus < 2) {
    throw matrix::InputError("--gpus: needs two GPUs; this machine has fewer");
  }
  const matrix::Plan plan = adversary_plan(options);
  const matrix::GroundTruth ground_truth(adversary_matrix(options.seed, options.gpus).the_case,
                                         verdict::names());
  run::Identity identity = run::identity_of(plan);
  identity.matrix = "adversaries";
  const controller::RunFolder folder = workspace::choose_folder(options.out, plan, identity, false);
  AdversaryReporter reporter(plan, ground_truth, folder, options.json);
  std::cout << adversary_heading() << std::endl;
  const bool done = run_all(plan, options, {folder, identity}, reporter);
  std::cout << '\n' << reporter.tally().describe() << std::flush;
  if (!done) return cli::kInterrupted;
  return reporter.tally().good_enough() ? cli::kExpected : cli::kUnexpected;
}

int print_adversary(const std::string& id, const AdversaryOptions& options) {
  const matrix::Matrix matrix = adversary_matrix(options.seed, options.gpus);
  matrix::PlannedCell planned;
  planned.cell = parse_id(matrix.schema(), id);
  planned.recipe = matrix.recipe;
  return write_adversary(planned, -1) == 0 ? cli::kExpected : cli::kEnvironment;
}

}  // namespace gridlock::bench
