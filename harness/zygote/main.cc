// gridlock-zygote: the only program of gridlock that holds Python. Started by the agent, never by
// hand.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <vector>

#include "harness/process/spawn.h"
#include "harness/zygote/zygote.h"

using gridlock::process::Fd;
namespace zygote = gridlock::zygote;

int main(int argc, char** argv) {
  gridlock::process::sane_descriptors();
  CLI::App app("Runs gridlock's ranks. Started by gridlock-agent.");
  app.require_subcommand(1);
  zygote::Options options;
  options.program = "/proc/self/exe";
  int agent = -1;
  std::vector<int> descriptors;
  CLI::App* forking = app.add_subcommand("zygote", "preload torch and fork ranks");
  CLI::App* keeper = app.add_subcommand("keeper", "start ranks afresh");
  CLI::App* rank = app.add_subcommand("rank", "be a rank");
  for (CLI::App* command : {forking, keeper, rank}) {
    command->add_option("--python", options.python)->required();
    command->add_option("--package", options.package_folder)->required();
  }
  for (CLI::App* command : {forking, keeper}) command->add_option("--agent", agent)->required();
  rank->add_option("--descriptor", descriptors)->required();
  CLI11_PARSE(app, argc, argv);
  try {
    if (forking->parsed()) return run_zygote(options, Fd(agent));
    if (keeper->parsed()) return run_cold_keeper(options, Fd(agent));
    return run_cold_rank(options, descriptors);
  } catch (const std::exception& error) {
    std::cerr << "gridlock-zygote: " << error.what() << std::endl;
    _exit(3);
  }
}
