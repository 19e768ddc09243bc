// gridlock-zygote: the only program of gridlock that embeds Python. Agents start it, not users.
#include <unistd.h>

#include <exception>
#include <iostream>
#include <vector>

#include "harness/arguments/command.h"
#include "harness/process/spawn.h"
#include "harness/zygote/warm_server.h"
#include "harness/zygote/zygote.h"

using gridlock::process::Fd;
namespace arguments = gridlock::arguments;
namespace zygote = gridlock::zygote;

int main(int argc, char** argv) {
  gridlock::process::sane_descriptors();
  const arguments::Program app("Runs gridlock's ranks. Started by gridlock-agent.");
  app.require_subcommand();
  zygote::ZygoteOptions options;
  options.program = "/proc/self/exe";
  int agent = -1, test = -1;
  std::vector<int> descriptors;
  const arguments::Command forking = app.subcommand("zygote", "preload torch and fork ranks");
  const arguments::Command spawner = app.subcommand("spawner", "start ranks afresh");
  const arguments::Command rank = app.subcommand("rank", "run a rank");
  for (const arguments::Command& command : {forking, spawner, rank}) {
    command.option("--python", options.python).required();
    command.option("--package", options.package_folder).required();
  }
  forking.option("--agent", agent);
  spawner.option("--agent", agent).required();
  forking.option("--test", test, "start whole runs, for this test");
  rank.option("--descriptor", descriptors).required();
  const arguments::Parsed parsed = app.parse({argv + 1, argv + argc});
  if (parsed != arguments::Parsed::kDone) return parsed == arguments::Parsed::kHelped ? 0 : 2;
  try {
    if (test >= 0) return run_warm_server(options, Fd(test));
    if (forking.chosen()) return run_zygote(options, Fd(agent));
    if (spawner.chosen()) return run_cold_spawner(options, Fd(agent));
    return run_cold_rank(options, descriptors);
  } catch (const std::exception& error) {
    std::cerr << "gridlock-zygote: " << error.what() << std::endl;
    _exit(3);
  }
}
