#include "bench/bench.h"

#include <memory>

#include "bench/adversaries.h"
#include "bench/causes.h"
#include "bench/covering.h"
#include "bench/digest.h"
#include "bench/exec.h"
#include "bench/healthy_pairs.h"
#include "bench/latency.h"
#include "bench/minimize.h"
#include "bench/observe.h"
#include "bench/peers.h"
#include "bench/probe.h"
#include "bench/programs.h"
#include "bench/semantics.h"
#include "bench/soundness.h"
#include "bench/startup.h"
#include "bench/starvation.h"
#include "harness/arguments/command.h"
#include "harness/cli/later.h"

namespace gridlock::bench {
namespace {

void add_causes(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command =
      bench.subcommand("causes", "Precision and recall of causes planted in made-up results");
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json, "Print one JSON object per line");
  command.action([json, &exit_code] { exit_code = bench_causes(*json); });
}

void add_covering(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "covering", "Sizes and times of covering arrays, compared with published ones");
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json, "Print one JSON object per line");
  command.action([json, &exit_code] { exit_code = bench_covering(*json); });
}

void add_exec_bench(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "exec", "Overhead of gridlock exec for a healthy script, compared with torchrun");
  auto options = std::make_shared<ExecBenchOptions>();
  command
      .option("--pairs", options->pairs, "Number of runs; each is paired with one under torchrun")
      .range(1, 100)
      .show_default();
  command.option("-n", options->ranks, "Ranks").range(1, 64).show_default();
  command.action([options, &exit_code] { exit_code = bench_exec(*options); });
}

void add_latency(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "latency", "Time to prove a hang with progress bars, data loaders and the compiler");
  auto options = std::make_shared<LatencyOptions>();
  command.option("--runs", options->runs, "Runs of each script").range(1, 1000).show_default();
  command.option("scripts", options->scripts, "Scripts, such as hanging/tqdm_bar_open")
      .type_name("SCRIPT");
  command.action([options, &exit_code] { exit_code = bench_latency(*options); });
}

void add_digest(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command =
      bench.subcommand("digest", "Bandwidth of digests of tensors, and their overhead per step");
  auto options = std::make_shared<DigestOptions>();
  command.option("--mib", options->mebibytes, "Memory, in MiB").range(1, 65536).show_default();
  command.option("--gpu-mib", options->gpu_mebibytes, "The same on a GPU, if there is one")
      .range(1, 65536)
      .show_default();
  command.option("--repeats", options->repeats, "Measurements of each")
      .range(1, 1000)
      .show_default();
  command.option("--steps", options->steps, "Steps of each training")
      .range(20, 100000)
      .show_default();
  command.action([options, &exit_code] { exit_code = bench_digest(*options); });
}

void add_healthy_pairs(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "healthy_pairs", "False alarms of relations, over healthy cells and seeds: there are none");
  auto options = std::make_shared<HealthyPairsOptions>();
  command
      .option("--seeds", options->seeds, "Each trains all cells of the matrix with other numbers")
      .range(1, 100'000)
      .show_default();
  command.option("--first", options->first, "The first seed").range(0, 1'000'000).show_default();
  command.option("--matrix", options->matrix, "A matrix whose cells are all healthy")
      .type_name("FILE")
      .show_default();
  command.flag("--taps", options->compares_tensors, "Compare all tensors, too (see gridlock diff)");
  command.action([options, &exit_code] { exit_code = bench_healthy_pairs(*options); });
}

void add_minimize(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command =
      bench.subcommand("minimize", "Questions asked and sizes reached by the minimizer");
  auto options = std::make_shared<MinimizeBenchOptions>();
  command.flag("--mock", options->mock, "Only made-up problems, which run nothing");
  command.flag("--all", options->all, "All scripts that run on ranks, instead of a handful");
  command.option("--only", options->only, "Only these scripts: crash_shapes-50x1, …")
      .type_name("SCRIPT");
  command.flag("--end-to-end", options->end_to_end,
               "Instead, as a user gets them: failing cells of the dense case and a script of two\n"
               "files, up to the verified repro.py (--only 'cell report')");
  command.flag("--json", options->json, "Print one JSON object per line");
  command.action([options, &exit_code] { exit_code = bench_minimize(*options); });
}

void add_observe(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command =
      bench.subcommand("observe", "Overhead of observing the compiler, in compiles and in steps");
  auto options = std::make_shared<ObserveOptions>();
  command
      .option("--pairs", options->pairs,
              "Pairs of trainings whose compiles are compared, with the observer and without")
      .range(1, 100)
      .show_default();
  command.option("--steps", options->steps, "Steps of each training whose steps are compared")
      .range(20, 100'000)
      .show_default();
  command.action([options, &exit_code] { exit_code = bench_observe(*options); });
}

void add_peers(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command =
      bench.subcommand("peers", "The same hangs under gridlock exec and under other tools");
  auto options = std::make_shared<PeersOptions>();
  command.option("--seconds", options->seconds, "How long a tool waits for progress")
      .range(3, 3600)
      .show_default();
  command.option("--only", options->only, "Only these scripts: hanging/store_key_name, …")
      .type_name("SCRIPT");
  command.flag("--json", options->json, "Print one JSON object per line");
  command.action([options, &exit_code] { exit_code = bench_peers(*options); });
}

void add_probe(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command =
      bench.subcommand("probe", "Overhead of recording per call, per step and per cell");
  auto options = std::make_shared<ProbeOptions>();
  command
      .option("--pairs", options->pairs,
              "Pairs of runs of each cell, one with the probe and one without")
      .range(1, 100)
      .show_default();
  command.option("--steps", options->steps, "Steps of each training that is compared")
      .range(11, 100'000)
      .show_default();
  command.action([options, &exit_code] { exit_code = bench_probe(*options); });
}

void add_prover(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "prover", "Time and memory of proofs with up to 4,096 ranks of 10,000 calls each");
  command.action([&exit_code] { exit_code = bench_program("prover_bench"); });
}

void add_semantics(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "semantics", "Measure what operations wait for and what happens to calls that do not match");
  auto options = std::make_shared<SemanticsOptions>();
  command.option("--backend", options->backend, "The backend to measure")
      .one_of({"gloo", "nccl"})
      .show_default();
  command.option("--write", options->write, "Write the table to this file, as JSON");
  command.flag("--compare", options->compare, "Fail if the table differs from the built-in one");
  command.option("--jobs", options->jobs, "Programs to run at a time").range(1, 64).show_default();
  command.option("--repeat", options->repeat, "Runs of each program").range(1, 100).show_default();
  command
      .option(
          "--only", options->only,
          "Measure only this, besides what operations need; take the rest from the built-in table")
      .one_of({"pairs", "arguments", "empty", "dead", "messages", "workers", "issues"});
  command.action([options, &exit_code] { exit_code = bench_semantics(*options); });
}

// The number of pairs in a slice, which takes less than a minute.
constexpr int kSlice = 12;

AdversaryOptions adversary_options(const SoundnessOptions& common,
                                   const arguments::Command& command) {
  AdversaryOptions options;
  if (command.given("--runs")) options.pairs = common.runs;
  if (command.given("--slice")) options.pairs = kSlice;
  if (command.given("--jobs")) options.jobs = common.jobs;
  options.select = common.select;
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
  command.flag("--gpus", "With --adversaries: the programs for two GPUs, over NCCL");
  command.flag("--slice",
               "With --adversaries: only the 12 most different programs and their twins");
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
  return bench_adversaries(adversary_options(options, command));
}

void add_soundness(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "soundness",
      "Check that healthy ranks, stopped and delayed at random, are never called a deadlock");
  auto options = std::make_shared<SoundnessOptions>();
  auto row = std::make_shared<std::string>();
  command
      .option(
          "--runs", options->runs,
          "Minimum number of trainings; each cell runs equally often. With --adversaries:\nnumber "
          "of programs, each with its twin, the most different first (all)")
      .range(1, 1'000'000)
      .show_default();
  command.option("--jobs", options->jobs, "Cells to run at a time (with --adversaries: 2)")
      .range(1, 64)
      .show_default();
  command
      .option("--select", options->select,
              "Only these: a name such as healthy/slow_rank or a cell's id; * matches "
              "anything.\nWith --adversaries also a condition: 'helper = timer & twin = hangs'")
      .type_name("PATTERN");
  command
      .option("--seed", options->seed,
              "Seed of the moments at which ranks are disturbed, or of the rows of --adversaries")
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

void add_starvation(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "starvation",
      "How long a busy machine keeps a thread from running, compared with what proofs wait");
  auto seconds = std::make_shared<int>(20);
  command.option("--seconds", *seconds, "Seconds to measure").range(1, 3600).show_default();
  command.action([seconds, &exit_code] { exit_code = bench_starvation(*seconds); });
}

void add_startup(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "startup", "Seconds per cell in the fork and warm tiers, compared with torchrun");
  auto options = std::make_shared<StartupOptions>();
  command.option("--repeat", options->repeat, "Trainings of each cell in each tier")
      .range(1, 100)
      .show_default();
  command
      .option("--torchrun-repeat", options->torchrun_repeat,
              "Trainings of each cell under torchrun")
      .range(1, 100)
      .show_default();
  command.flag("--json", options->json, "Print one JSON object per line");
  command.action([options, &exit_code] { exit_code = bench_startup(*options); });
}

}  // namespace

void add_bench(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand(cli::kBenchCommand.name, cli::kBenchCommand.about());
  command.require_subcommand();
  add_causes(command, exit_code);
  add_covering(command, exit_code);
  add_exec_bench(command, exit_code);
  add_healthy_pairs(command, exit_code);
  add_latency(command, exit_code);
  add_digest(command, exit_code);
  add_minimize(command, exit_code);
  add_observe(command, exit_code);
  add_peers(command, exit_code);
  add_probe(command, exit_code);
  add_prover(command, exit_code);
  add_semantics(command, exit_code);
  add_soundness(command, exit_code);
  add_startup(command, exit_code);
  add_starvation(command, exit_code);
}

}  // namespace gridlock::bench
