// gridlock bench soundness trains healthy cells on real ranks, and delays and stops the ranks at
// random. The prover runs while they are stopped, when false proofs are most likely.
#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/adversaries.h"
#include "bench/adversary_plain.h"
#include "bench/bench.h"
#include "bench/soundness_tally.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/run/run.h"
#include "harness/selftest/trials.h"
#include "harness/workspace/choose_folder.h"
#include "harness/workspace/installation.h"
#include "harness/workspace/launch.h"
#include "harness/workspace/signals.h"

namespace gridlock::bench {
namespace {

namespace fs = std::filesystem;

struct SoundnessOptions {
  int runs = 100;      // least number; rounded up, so that each cell trains equally often
  int jobs = 4;        // cells that run at the same time
  std::string select;  // pattern for the ids or cases of cells; "" = all
  std::uint64_t seed = 1;
  std::string json;  // file that gets one line per run; "" = none
  std::string out;   // folder of results and evidence; "" = runs/soundness/TIME
};

// Reads the statistics of the quiet windows. Returns zeros if the file does not exist.
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
  const auto trials = selftest::load_trials({}, {"healthy/"});
  matrix::Plan plan =
      selftest::plan_trials(trials, {.machine = without_gpus(), .select = options.select});
  if (plan.cells.empty()) throw matrix::InputError("--select: no cell matches the pattern");
  plan.matrix_name = "soundness";
  return plan;
}

controller::TrainingOptions training_options(const SoundnessOptions& options, std::size_t cells) {
  controller::TrainingOptions run;
  run.jobs = options.jobs;
  run.repeat = static_cast<int>((static_cast<std::size_t>(options.runs) + cells - 1) / cells);
  run.stress = options.seed;
  run.rerun_command = workspace::program_name() + " bench soundness";
  run.machine = without_gpus();
  run.launch = workspace::launch_options();
  return run;
}

// Prints a line per run and the totals. Returns an exit code, which is 1 if gridlock reported a
// deadlock or a desync, or if a run failed. A failed run says nothing about the prover.
int bench_soundness(const SoundnessOptions& options) {
  const matrix::Plan plan = healthy_cells(options);
  const workspace::Stopping stopping("stopping the cells");
  const run::Identity identity = run::identity_of(plan);
  const run::RunOptions settings = {
      .training = training_options(options, plan.cells.size()),
      .folder = workspace::choose_folder(options.out, plan, identity, false),
      .identity = identity,
      .interrupted = [&] { return stopping.requested(); }};
  SoundnessReporter reporter(settings.folder, options.json);
  const report::End end = run::run(plan, settings, reporter).end;
  std::cout << '\n' << describe(reporter.sums()) << std::flush;
  if (end != report::End::kCompleted) return cli::kInterrupted;
  return reporter.sums().good_enough() ? cli::kExpected : cli::kUnexpected;
}

// The number of programs that --slice runs, each with its twin. They take less than a minute.
constexpr int kSlice = 12;

AdversaryOptions adversary_options(const SoundnessOptions& common,
                                   const arguments::Command& command) {
  AdversaryOptions options;
  if (command.given("--runs")) options.pairs = common.runs;
  if (command.given("--slice")) options.pairs = kSlice;
  if (command.given("--jobs")) options.jobs = common.jobs;
  options.select = common.select;
  options.plain = command.given("--plain");
  options.gpus = command.given("--gpus");
  options.seed = common.seed;
  options.json = common.json;
  options.out = common.out;
  return options;
}

void add_adversary_options(const arguments::Command& command, std::string& row) {
  command.flag("--adversaries",
               "Run generated programs that look like a deadlock for a moment and then "
               "complete,\neach with a twin that hangs (cases/adversaries)");
  command.flag("--plain",
               "With --adversaries: run the programs without gridlock, and check that healthy "
               "ones end and\ntwins hang, as cases/adversaries/truth.toml says");
  command.flag("--gpus", "With --adversaries: run the programs for two GPUs, over NCCL");
  command.flag("--slice",
               "With --adversaries: run only the 12 most different programs and their twins");
  command
      .option("--print", row,
              "Print the program of this row, which runs under exec and under torchrun")
      .type_name("ROW");
}

int soundness(const SoundnessOptions& options, const arguments::Command& command,
              const std::string& row) {
  if (!row.empty()) return print_adversary(row, adversary_options(options, command));
  const bool adversaries = command.given("--adversaries") || command.given("--slice");
  if (!adversaries) return bench_soundness(options);
  const AdversaryOptions chosen = adversary_options(options, command);
  return chosen.plain ? bench_plain_adversaries(chosen) : bench_adversaries(chosen);
}

}  // namespace

void add_soundness(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "soundness",
      "Check that healthy ranks, stopped and delayed at random, are never called a deadlock");
  auto options = std::make_shared<SoundnessOptions>();
  auto row = std::make_shared<std::string>();
  command
      .option(
          "--runs", options->runs,
          "The least number of runs; each cell runs equally often. With --adversaries: the number "
          "of\nprograms, each with its twin, the most different ones first (default: all)")
      .range(1, 1'000'000)
      .show_default();
  command.option("--jobs", options->jobs, "Cells to run at a time (default with --adversaries: 2)")
      .range(1, 64)
      .show_default();
  command
      .option(
          "--select", options->select,
          "Run only cells whose case (healthy/slow_rank) or id matches this pattern; * matches\n"
          "anything. With --adversaries, it may be a condition: 'helper = timer & twin = hangs'")
      .type_name("PATTERN");
  command
      .option("--seed", options->seed,
              "Random seed for the times at which ranks are disturbed, or for the rows of "
              "--adversaries")
      .show_default();
  command.option("--json", options->json, "Write one JSON line per run to this file")
      .type_name("FILE");
  command
      .option("--out", options->out,
              "Folder of results and evidence (default: a new one, runs/soundness/TIME)")
      .type_name("DIR");
  add_adversary_options(command, *row);
  command.action([=, &exit_code] { exit_code = soundness(*options, command, *row); });
}

}  // namespace gridlock::bench
