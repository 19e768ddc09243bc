#include "harness/controller/agent_connection.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/process/log.h"
#include "harness/process/process_tree.h"
#include "harness/protocol/packet.h"
#include "harness/protocol/rendezvous.h"
#include "harness/protocol/warm_start.h"

namespace gridlock::controller {
namespace {

using Clock = std::chrono::steady_clock;

bool readable(int fd, std::chrono::milliseconds limit) {
  pollfd wait{fd, POLLIN, 0};
  return poll(&wait, 1, static_cast<int>(std::max<long>(limit.count(), 0))) > 0;
}

bool readable(int fd, Clock::time_point until) {
  return readable(fd, std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()));
}

// Makes the warm child execute the program. Returns the child's process id.
pid_t become(const protocol::WarmChild& child, const process::Program& program) {
  const process::Fd channel(child.channel);
  protocol::send_packet(channel.get(),
                        to_text(protocol::Execution{program.arguments, environment_of(program)}),
                        {program.standard_output});
  return child.pid;
}

std::set<pid_t> own_children() {
  std::set<pid_t> result;
  for (const auto& [pid, parent] : process::system_table().parents()) {
    if (parent == getpid()) result.insert(pid);
  }
  return result;
}

}  // namespace

AgentConnection::AgentConnection(LaunchOptions options)
    : options_(std::move(options)),
      others_(own_children()),
      folder_("run"),
      listener_(protocol::listen_at(folder_.path() / "controller")) {
  process::become_subreaper();
}

AgentConnection::~AgentConnection() {
  if (!channel_.closed()) {
    send(protocol::Quit{});
    // Waits until the agents have ended their processes and closed the channel. Processes that
    // remain are killed below.
    const auto end = Clock::now() + longest_quit_;
    while (!channel_.closed() && readable(channel_.fd(), end)) channel_.receive();
  }
  end_everything();
}

bool AgentConnection::start(const std::function<bool()>& must_stop) {
  channel_.close();
  const auto warm = protocol::take_warm_child(protocol::kWarmAgent);
  if (warm) others_.erase(warm->pid);
  if (launcher_ > 0) end_everything();
  launcher_log_ = process::make_log();
  process::Program program = launch_program(options_, folder_.path() / "controller");
  program.standard_output = launcher_log_.get();
  launcher_ =
      warm && options_.launcher == "local" ? become(*warm, program) : process::spawn(program);
  const auto end = Clock::now() + protocol::kConnectTimeout;
  while (!readable(listener_.get(), std::chrono::milliseconds(100))) {
    if (must_stop()) return false;
    if (launcher_ended()) fail_to_start(program, "");
    if (Clock::now() > end)
      fail_to_start(program, fmt::format(" within {} s", protocol::kConnectTimeout.count()));
  }
  channel_ = protocol::Channel(protocol::accept_from(listener_.get()));
  return true;
}

bool AgentConnection::lost() {
  if (!channel_.closed()) return false;
  if (launcher_ > 0) end_everything();
  return true;
}

void AgentConnection::send(const protocol::Command& command) {
  channel_.send(protocol::encode(command));
}

std::vector<protocol::Event> AgentConnection::receive() {
  channel_.flush();
  std::vector<protocol::Event> events;
  for (const nlohmann::json& message : channel_.receive()) {
    events.push_back(protocol::decode_event(message));
  }
  return events;
}

void AgentConnection::end_everything() {
  process::kill_descendants(process::system_table(), getpid(), process::kSecondsToDie, others_);
}

void AgentConnection::fail_to_start(const process::Program& program,
                                    const std::string& limit) const {
  throw std::runtime_error(fmt::format("the agent did not start{}: {}\n{}", limit,
                                       program.arguments[0], launcher_output()));
}

bool AgentConnection::launcher_ended() {
  return waitpid(launcher_, nullptr, WNOHANG) == launcher_;
}

std::string AgentConnection::launcher_output() const {
  return process::read_log(launcher_log_.get());
}

}  // namespace gridlock::controller
