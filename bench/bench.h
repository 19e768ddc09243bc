// gridlock bench: each subcommand measures one promise of the project on this machine.
#pragma once

namespace gridlock::arguments {
class Command;
}

namespace gridlock::bench {

// Adds `bench` and its subcommands to `app`. Their callbacks set `exit_code`.
void add_bench(const arguments::Command& app, int& exit_code);

// Each function adds one subcommand, which has its own source file.
void add_causes(const arguments::Command& bench, int& exit_code);
void add_covering(const arguments::Command& bench, int& exit_code);
void add_digest(const arguments::Command& bench, int& exit_code);
void add_exec_bench(const arguments::Command& bench, int& exit_code);
void add_gpus(const arguments::Command& bench, int& exit_code);
void add_healthy_pairs(const arguments::Command& bench, int& exit_code);
void add_latency(const arguments::Command& bench, int& exit_code);
void add_minimize(const arguments::Command& bench, int& exit_code);
void add_observe(const arguments::Command& bench, int& exit_code);
void add_peers(const arguments::Command& bench, int& exit_code);
void add_probe(const arguments::Command& bench, int& exit_code);
void add_semantics(const arguments::Command& bench, int& exit_code);
void add_soundness(const arguments::Command& bench, int& exit_code);
void add_startup(const arguments::Command& bench, int& exit_code);
void add_starvation(const arguments::Command& bench, int& exit_code);

}  // namespace gridlock::bench
