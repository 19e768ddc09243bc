// gridlock bench: measures what the project promises, each in one go on this machine.
#include <memory>

#include "harness/cli/adversaries.h"
#include "harness/cli/bench_covering.h"
#include "harness/cli/bench_exec.h"
#include "harness/cli/bench_latency.h"
#include "harness/cli/bench_peers.h"
#include "harness/cli/bench_probe.h"
#include "harness/cli/bench_programs.h"
#include "harness/cli/bench_semantics.h"
#include "harness/cli/bench_soundness.h"
#include "harness/cli/bench_startup.h"
#include "harness/cli/bench_starvation.h"
#include "harness/cli/command.h"

namespace gridlock::cli {
namespace {

void add_covering(CLI::App& bench, int& exit_code) {
  CLI::App* command = bench.add_subcommand(
      "covering", "Sizes and times of covering arrays, against published ones");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "One JSON object a line");
  command->callback([json, &exit_code] { exit_code = bench_covering(*json); });
}

void add_exec_bench(CLI::App& bench, int& exit_code) {
  CLI::App* command =
      bench.add_subcommand("exec", "What gridlock exec costs a healthy script, against torchrun");
  auto options = std::make_shared<ExecBenchOptions>();
  command->add_option("--pairs", options->pairs, "Runs, each beside one under torchrun")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command->add_option("-n", options->ranks, "Ranks")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->callback([options, &exit_code] { exit_code = bench_exec(*options); });
}

void add_latency(CLI::App& bench, int& exit_code) {
  CLI::App* command = bench.add_subcommand(
      "latency", "How soon a hang is proved beside progress bars, data loaders and the compiler");
  auto options = std::make_shared<LatencyOptions>();
  command->add_option("--runs", options->runs, "Of each script")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("scripts", options->scripts, "Such as hanging/tqdm_bar_open");
  command->callback([options, &exit_code] { exit_code = bench_latency(*options); });
}

void add_peers(CLI::App& bench, int& exit_code) {
  CLI::App* command = bench.add_subcommand(
      "peers", "The same hangs under gridlock exec and under what people use today");
  auto options = std::make_shared<PeersOptions>();
  command->add_option("--seconds", options->seconds, "That a tool waits for progress")
      ->check(CLI::Range(3, 3600))
      ->capture_default_str();
  command->add_option("--only", options->only, "These scripts: hanging/store_key_name, …")
      ->type_name("SCRIPT");
  command->add_flag("--json", options->json, "One JSON object a line");
  command->callback([options, &exit_code] { exit_code = bench_peers(*options); });
}

void add_probe(CLI::App& bench, int& exit_code) {
  CLI::App* command =
      bench.add_subcommand("probe", "What recording costs per call, per step and per cell");
  auto options = std::make_shared<ProbeOptions>();
  command->add_option("--pairs", options->pairs, "Of each cell: once with the probe, once without")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command->add_option("--steps", options->steps, "Of each training whose steps are compared")
      ->check(CLI::Range(11, 100'000))
      ->capture_default_str();
  command->callback([options, &exit_code] { exit_code = bench_probe(*options); });
}

void add_prover(CLI::App& bench, int& exit_code) {
  CLI::App* command = bench.add_subcommand(
      "prover", "Seconds and bytes of proofs about up to 4,096 ranks of 10,000 calls each");
  command->callback([&exit_code] { exit_code = bench_program("prover_bench"); });
}

void add_semantics(CLI::App& bench, int& exit_code) {
  CLI::App* command = bench.add_subcommand(
      "semantics", "What operations wait for and what becomes of calls that do not fit, measured");
  auto options = std::make_shared<SemanticsOptions>();
  command->add_option("--backend", options->backend, "Which backend to measure")
      ->check(CLI::IsMember({"gloo", "nccl"}))
      ->capture_default_str();
  command->add_option("--write", options->write, "Write the table to this file, as JSON");
  command->add_flag("--compare", options->compare, "Fail where it is not the table built in");
  command->add_option("--jobs", options->jobs, "Programs side by side")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_option("--repeat", options->repeat, "How often each program runs")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command
      ->add_option("--only", options->only,
                   "Ask this alone, besides what operations need; the rest is as built in")
      ->check(
          CLI::IsMember({"pairs", "arguments", "empty", "dead", "messages", "workers", "issues"}));
  command->callback([options, &exit_code] { exit_code = bench_semantics(*options); });
}

// Pairs of a slice that is over within a minute.
constexpr int kSlice = 12;

AdversaryOptions adversary_options(const SoundnessOptions& common, const CLI::App& command) {
  AdversaryOptions options;
  if (command.count("--runs") > 0) options.pairs = common.runs;
  if (command.count("--slice") > 0) options.pairs = kSlice;
  if (command.count("--jobs") > 0) options.jobs = common.jobs;
  options.select = common.select;
  options.gpus = command.count("--gpus") > 0;
  options.seed = common.seed;
  options.json = common.json;
  options.out = common.out;
  return options;
}

void add_adversary_options(CLI::App& command, std::string& row) {
  command.add_flag("--adversaries")
      ->description(
          "Instead, generated programs that look like a deadlock for a moment and then\n"
          "complete, each with a twin that hangs (cases/adversaries)");
  command.add_flag("--gpus")->description("Of these, the ones for two GPUs, over NCCL");
  command.add_flag("--slice")->description("Of these, the 12 with their twins that differ most");
  command
      .add_option("--print", row,
                  "Print the program of this row, which runs under exec and under torchrun")
      ->type_name("ROW");
}

int soundness(const SoundnessOptions& options, const CLI::App& command, const std::string& row) {
  if (!row.empty()) return print_adversary(row, adversary_options(options, command));
  if (command.count("--adversaries") + command.count("--slice") == 0) {
    return bench_soundness(options);
  }
  return bench_adversaries(adversary_options(options, command));
}

void add_soundness(CLI::App& bench, int& exit_code) {
  CLI::App* command = bench.add_subcommand(
      "soundness",
      "Whether healthy ranks, stopped and delayed at random, are ever called a deadlock");
  auto options = std::make_shared<SoundnessOptions>();
  auto row = std::make_shared<std::string>();
  command
      ->add_option("--runs", options->runs,
                   "Trainings at least; each cell equally often. Of adversaries: programs, each\n"
                   "with its twin, the most different first (all)")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "Cells side by side (of adversaries: 2)")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command
      ->add_option("--select", options->select,
                   "Only these: a name such as healthy/slow_rank or a cell's id; * stands for\n"
                   "anything. Of adversaries also a condition: 'helper = timer & twin = hangs'")
      ->type_name("PATTERN");
  command
      ->add_option("--seed", options->seed,
                   "Of the moments at which ranks are disturbed; of the rows of adversaries")
      ->capture_default_str();
  command->add_option("--json", options->json, "Write a line per run to this file (JSON)")
      ->type_name("FILE");
  command->add_option("--out", options->out, "Folder of results and evidence (runs/soundness)")
      ->type_name("DIR");
  add_adversary_options(*command, *row);
  command->callback([=, &exit_code] { exit_code = soundness(*options, *command, *row); });
}

void add_starvation(CLI::App& bench, int& exit_code) {
  CLI::App* command = bench.add_subcommand(
      "starvation",
      "How long a busy machine keeps a thread from running, against what proofs wait");
  auto seconds = std::make_shared<int>(20);
  command->add_option("--seconds", *seconds, "To measure for")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  command->callback([seconds, &exit_code] { exit_code = bench_starvation(*seconds); });
}

void add_startup(CLI::App& bench, int& exit_code) {
  CLI::App* command = bench.add_subcommand(
      "startup", "Seconds per cell in the fork and warm tiers, against torchrun");
  auto options = std::make_shared<StartupOptions>();
  command->add_option("--repeat", options->repeat, "Trainings of each cell in each tier")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command->add_option("--torchrun-repeat", options->torchrun_repeat, "The same for torchrun")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object a line");
  command->callback([options, &exit_code] { exit_code = bench_startup(*options); });
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("bench", "Measure what gridlock promises");
  command->require_subcommand(1);
  add_covering(*command, exit_code);
  add_exec_bench(*command, exit_code);
  add_latency(*command, exit_code);
  add_peers(*command, exit_code);
  add_probe(*command, exit_code);
  add_prover(*command, exit_code);
  add_semantics(*command, exit_code);
  add_soundness(*command, exit_code);
  add_startup(*command, exit_code);
  add_starvation(*command, exit_code);
}

}  // namespace gridlock::cli
