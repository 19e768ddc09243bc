#include "bench/bench.h"

#include "bench/programs.h"
#include "harness/arguments/command.h"
#include "harness/cli/later.h"

namespace gridlock::bench {
namespace {

void add_prover(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "prover", "Time and memory of proofs with up to 4,096 ranks and 10,000 calls per rank");
  command.action([&exit_code] { exit_code = bench_program("prover_bench"); });
}

}  // namespace

void add_bench(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand(cli::kBenchCommand.name, cli::kBenchCommand.about());
  command.require_subcommand();
  add_causes(command, exit_code);
  add_covering(command, exit_code);
  add_exec_bench(command, exit_code);
  add_gpus(command, exit_code);
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
