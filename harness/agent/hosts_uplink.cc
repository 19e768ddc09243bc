#include "harness/agent/hosts_uplink.h"

#include <poll.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace gridlock::agent {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds kMeeting = 30s;  // all agents are started at the same time
constexpr std::chrono::seconds kParting = 5s;

// Repeats until `done` returns true; returns false when the time is up.
template <typename Done>
bool within(std::chrono::seconds time, const std::vector<pollfd>& waits, Done done) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (!done()) {
    if (std::chrono::steady_clock::now() >= until) return false;
    auto polled = waits;
    poll(polled.data(), polled.size(), 10);
  }
  return true;
}

}  // namespace

FirstAgentUplink::FirstAgentUplink(const std::filesystem::path& controller, Meeting meeting)
    : controller_(controller),
      agents_(meeting.agents),
      one_host_(meeting.one_host),
      links_(std::move(meeting.listener), std::move(meeting.secret)) {
  const bool all = within(kMeeting, {}, [&] {
    pass_on();
    return complete();
  });
  if (!all) throw std::runtime_error("not all agents have reached the first one over TCP");
}

FirstAgentUplink::~FirstAgentUplink() {
  within(kParting, {}, [&] {
    pass_on();
    return links_.size() == 0 || controller_.closed();
  });
}

std::vector<int> FirstAgentUplink::fds() const {
  std::vector<int> fds = links_.fds();
  for (const int fd : controller_.fds()) fds.push_back(fd);
  return fds;
}

void FirstAgentUplink::pass_on() {
  links_.receive([&](int, const nlohmann::json& event) { controller_.forward(event); });
}

std::vector<protocol::Command> FirstAgentUplink::receive() {
  pass_on();
  return controller_.receive();
}

void FirstAgentUplink::relay(const protocol::Command& command) {
  links_.send(protocol::encode(command));
}

OtherAgentUplink::OtherAgentUplink(const Meeting& meeting)
    : agent_(meeting.agent),
      agents_(meeting.agents),
      one_host_(meeting.one_host),
      link_(meeting.address, meeting.port, meeting.agent, meeting.secret) {
  if (within(kMeeting, {}, [&] { return link_.reconnect(); })) return;
  throw std::runtime_error("the first agent cannot be reached at " + meeting.address + ":" +
                           std::to_string(meeting.port));
}

OtherAgentUplink::~OtherAgentUplink() {
  within(kParting, {{link_.fd(), POLLOUT, 0}}, [&] {
    link_.receive();
    return closed() || !link_.wants_write();
  });
}

std::vector<protocol::Command> OtherAgentUplink::receive() {
  std::vector<protocol::Command> commands;
  for (const nlohmann::json& message : link_.receive()) {
    commands.push_back(protocol::decode_command(message));
  }
  return commands;
}

void OtherAgentUplink::publish(const protocol::Event& event) {
  link_.send(protocol::encode(event));
}

}  // namespace gridlock::agent
