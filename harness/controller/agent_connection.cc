#include "harness/controller/agent_connection.h"

#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

constexpr int kQuitMs = 5000;

bool readable(int fd, int milliseconds) {
  pollfd wait{fd, POLLIN, 0};
  return poll(&wait, 1, milliseconds) > 0;
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
    while (!channel_.closed() && readable(channel_.fd(), kQuitMs)) channel_.receive();
  }
  end_everything();
}

void AgentConnection::start() {
  channel_.close();
  const auto warm = protocol::take_warm_child(protocol::kWarmAgent);
  if (warm) others_.erase(warm->pid);
  if (launcher_ > 0) end_everything();
  launcher_log_ = process::make_log();
  process::Program program = launch_program(options_, folder_.path() / "controller");
  program.standard_output = launcher_log_.get();
  launcher_ =
      warm && options_.launcher == "local" ? become(*warm, program) : process::spawn(program);
  const auto end = std::chrono::steady_clock::now() + protocol::kConnectTimeout;
  while (!readable(listener_.get(), 100)) {
    if (launcher_ended() || std::chrono::steady_clock::now() > end) {
      throw std::runtime_error("the agent did not start: " + program.arguments[0] + "\n" +
                               launcher_output());
    }
  }
  channel_ = protocol::Channel(protocol::accept_from(listener_.get()));
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

bool AgentConnection::launcher_ended() {
  return waitpid(launcher_, nullptr, WNOHANG) == launcher_;
}

std::string AgentConnection::launcher_output() const {
  return process::read_log(launcher_log_.get());
}

}  // namespace gridlock::controller
