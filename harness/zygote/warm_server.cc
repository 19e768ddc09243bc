#include "harness/zygote/warm_server.h"

#include <fcntl.h>
#include <poll.h>
#include <pybind11/embed.h>
#include <pybind11/stl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <iostream>

#include "harness/process/spawn.h"
#include "harness/protocol/packet.h"
#include "harness/protocol/warm_start.h"
#include "harness/zygote/interpreter.h"

namespace gridlock::zygote {
namespace {

namespace py = pybind11;
using process::Fd;
using protocol::Execution;
using protocol::Packet;

void become_output(int output) {
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

// Replaces this process by the program. Descriptors 0 to 2 and `kept` stay open.
[[noreturn]] void execute(Execution what, int kept) {
  for (const int number : {SIGPIPE, SIGXFSZ}) signal(number, SIG_DFL);
  process::close_all_on_exec();
  fcntl(kept, F_SETFD, 0);
  const auto arguments = pointers(what.arguments), environment = pointers(what.environment);
  execve(arguments[0], arguments.data(), environment.data());
  std::cerr << "cannot start " << what.arguments[0] << ": " << std::strerror(errno) << std::endl;
  _exit(127);
}

// Overwrites the value of the variable kMark in the process's initial environment. Tests find the
// processes of a run by /proc/PID/environ, which shows this memory.
void show_mark(char* shown, const std::vector<std::string>& environment) {
  const std::string name = std::string(kMark) + "=";
  for (const std::string& variable : environment) {
    if (shown == nullptr || !variable.starts_with(name)) continue;
    const std::string mark = variable.substr(name.size());
    if (mark.size() == std::strlen(shown)) std::memcpy(shown, mark.data(), mark.size());
  }
}

int become_zygote(Fd agent_socket, pid_t agent) {
  process::die_with_parent(agent);
  const auto packet = protocol::receive_packet(agent_socket.get());
  if (!packet) _exit(0);
  setsid();
  become_output(packet->fds.at(0).get());
  const Execution execution = protocol::execution_from_text(packet->text);
  char* shown = std::getenv(kMark);  // before become() replaces the variable
  py::module_::import("gridlock.start.environment").attr("become")(execution.environment);
  show_mark(shown, execution.environment);
  return fork_spawners(std::move(agent_socket));
}

int become_agent(Fd run_socket, pid_t run) {
  process::die_with_parent(run);
  auto [mine, its] = protocol::packet_pair();
  const pid_t agent = getpid();
  const pid_t zygote = fork_python();
  if (zygote == 0) {
    run_socket.reset();
    mine.reset();
    return become_zygote(std::move(its), agent);
  }
  its.reset();
  const auto packet = protocol::receive_packet(run_socket.get());
  if (!packet) _exit(0);
  setsid();
  become_output(packet->fds.at(0).get());
  Execution execution = protocol::execution_from_text(packet->text);
  execution.environment.push_back(
      protocol::warm_child_variable(protocol::kWarmZygote, {zygote, mine.get()}));
  execute(std::move(execution), mine.get());
}

int become_run(const Packet& packet) {
  protocol::WarmRun request = protocol::warm_run_from_text(packet.text);
  while (getppid() != request.parent) poll(nullptr, 0, 1);  // until the forking process ends
  process::die_with_parent(request.parent);
  setsid();
  auto [mine, its] = protocol::packet_pair();
  const pid_t run = getpid();
  const pid_t agent = fork_python();
  if (agent == 0) {
    mine.reset();
    return become_agent(std::move(its), run);
  }
  its.reset();
  dup2(packet.fds.at(0).get(), STDIN_FILENO);
  become_output(packet.fds.at(1).get());
  if (chdir(request.folder.c_str()) != 0) _exit(127);
  request.run.environment.push_back(
      protocol::warm_child_variable(protocol::kWarmAgent, {agent, mine.get()}));
  execute(std::move(request.run), mine.get());
}

}  // namespace

int run_warm_server(const ZygoteOptions& options, Fd test) {
  const Interpreter interpreter(options.python, options.package_folder);
  preload();
  protocol::send_packet(test.get(), R"({"ready": true})");
  while (auto packet = protocol::receive_packet(test.get())) {
    const pid_t between = fork_python();
    if (between == 0) {
      const pid_t run = fork_python();
      if (run == 0) {
        test.reset();
        return become_run(*packet);
      }
      protocol::send_packet(test.get(), to_text(protocol::WarmRunStarted{run}));
      _exit(0);
    }
    waitpid(between, nullptr, 0);
  }
  _exit(0);
}

}  // namespace gridlock::zygote
