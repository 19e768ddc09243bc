#include "harness/agent/agent_main.h"

#include <signal.h>

#include <csignal>
#include <exception>
#include <iostream>

#include "harness/agent/agent.h"
#include "harness/arguments/command.h"
#include "harness/process/spawn.h"

namespace gridlock::agent {
namespace {

volatile std::sig_atomic_t stop_signal = 0;

void stop_on(int signal) {
  struct sigaction action {};
  action.sa_handler = [](int number) { stop_signal = number; };
  sigaction(signal, &action, nullptr);
}

}  // namespace

int agent_main(int argc, char** argv, const MakeUplink& make_uplink) {
  const arguments::Program app("Runs gridlock's ranks on one host. Started by gridlock.");
  std::filesystem::path controller;
  Programs programs;
  app.option("--controller", controller, "socket of the controller").required();
  app.option("--zygote", programs.zygote, "path of gridlock-zygote").required();
  app.option("--python", programs.python, "path of the Python that has torch").required();
  app.option("--package", programs.package, "folder of the package 'gridlock'").required();
  app.option("--cache", programs.cache, "folder for compiled kernels").required();
  const arguments::Parsed parsed = app.parse({argv + 1, argv + argc});
  if (parsed != arguments::Parsed::kDone) return parsed == arguments::Parsed::kHelped ? 0 : 2;
  process::sane_descriptors();
  process::become_subreaper();
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) stop_on(signal);
  try {
    const std::unique_ptr<Uplink> uplink = make_uplink(controller);
    Agent(programs, *uplink).run(stop_signal);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "gridlock-agent: " << error.what() << std::endl;
    return 3;
  }
}

}  // namespace gridlock::agent
