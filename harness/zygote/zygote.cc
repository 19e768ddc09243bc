#include "harness/zygote/zygote.h"

#include <poll.h>
#include <pybind11/embed.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <iostream>
#include <stdexcept>

#include "harness/process/spawn.h"
#include "harness/protocol/packet.h"
#include "harness/rank/rank.h"
#include "harness/zygote/interpreter.h"
#include "harness/zygote/spawner.h"

namespace gridlock::zygote {
namespace {

namespace py = pybind11;

// Runs a rank and exits without shutting down Python and torch: a destructor of a process group may
// wait for ranks that have ended.
[[noreturn]] void run_rank_and_exit(rank::Descriptors descriptors) {
  int code = 1;
  try {
    code = rank::run(std::move(descriptors));
    py::module_ sys = py::module_::import("sys");
    sys.attr("stdout").attr("flush")();
    sys.attr("stderr").attr("flush")();
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
  }
  _exit(code);
}

pid_t fork_rank(rank::Descriptors descriptors,
                const std::map<std::string, std::string>& variables) {
  const pid_t spawner = getpid();
  const pid_t pid = fork_python();
  if (pid != 0) return pid;
  process::die_with_parent(spawner);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  py::object environment = py::module_::import("os").attr("environ");
  for (const auto& [name, value] : variables) environment[py::str(name)] = value;
  run_rank_and_exit(std::move(descriptors));
}

void reap_spawners() {
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

}  // namespace

pid_t fork_python() {
  PyOS_BeforeFork();
  const pid_t pid = fork();
  if (pid == 0) {
    PyOS_AfterFork_Child();
  } else {
    PyOS_AfterFork_Parent();
  }
  return pid;
}

// Converts a Python exception here, because its text can be read only while Python runs.
void preload() {
  try {
    py::module_::import("gridlock.start.zygote").attr("preload")();
  } catch (const py::error_already_set& error) {
    throw std::runtime_error(error.what());
  }
}

int run_zygote(const ZygoteOptions& options, process::Fd agent) {
  const Interpreter interpreter(options.python, options.package_folder);
  preload();
  return fork_spawners(std::move(agent));
}

int fork_spawners(process::Fd agent) {
  protocol::send_packet(agent.get(), R"({"ready": true})");
  while (true) {
    pollfd wait{agent.get(), POLLIN, 0};
    constexpr int kReapEveryMs = 500;
    const int ready = poll(&wait, 1, kReapEveryMs);
    reap_spawners();
    if (ready <= 0) continue;
    auto packet = protocol::receive_packet(agent.get());
    if (!packet || packet->fds.empty()) _exit(0);
    const pid_t zygote = getpid();
    if (fork_python() == 0) {
      agent.reset();
      run_spawner(std::move(packet->fds[0]), zygote, fork_rank);
      _exit(0);
    }
  }
}

int run_cold_spawner(const ZygoteOptions& options, process::Fd agent) {
  run_spawner(
      std::move(agent), getppid(),
      [&](rank::Descriptors descriptors, const std::map<std::string, std::string>& variables) {
        process::Program program;
        program.arguments = {options.program, "rank",      "--python",
                             options.python,  "--package", options.package_folder};
        program.inherited = descriptors.numbers();
        for (const int number : program.inherited) {
          program.arguments.insert(program.arguments.end(),
                                   {"--descriptor", std::to_string(number)});
        }
        program.environment = variables;
        program.own_session = false;
        program.dies_with_parent = true;
        return process::spawn(program);
      });
  return 0;
}

int run_cold_rank(const ZygoteOptions& options, const std::vector<int>& descriptors) {
  std::vector<process::Fd> fds;
  for (const int number : descriptors) fds.emplace_back(number);
  const Interpreter interpreter(options.python, options.package_folder);
  run_rank_and_exit(rank::Descriptors::from(std::move(fds)));
}

}  // namespace gridlock::zygote
