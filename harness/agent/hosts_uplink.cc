#include "harness/agent/hosts_uplink.h"

#include <poll.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/protocol/rendezvous.h"

namespace gridlock::agent {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds kDrainTimeout = 5s;

// Calls `done` until it returns true. Returns false if `time` passes before that.
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

FirstAgentUplink::FirstAgentUplink(const std::filesystem::path& controller, Rendezvous rendezvous)
    : controller_(controller),
      agents_(rendezvous.agents),
      one_host_(rendezvous.one_host),
      links_(std::move(rendezvous.listener), std::move(rendezvous.secret)) {
  const bool all = within(protocol::kConnectTimeout, {}, [&] {
    forward_events();
    return complete();
  });
  if (!all) throw std::runtime_error("some agents did not connect to the first agent over TCP");
}

FirstAgentUplink::~FirstAgentUplink() {
  within(kDrainTimeout, {}, [&] {
    forward_events();
    return links_.size() == 0 || controller_.closed();
  });
}

std::vector<int> FirstAgentUplink::fds() const {
  std::vector<int> fds = links_.fds();
  for (const int fd : controller_.fds()) fds.push_back(fd);
  return fds;
}

void FirstAgentUplink::forward_events() {
  links_.receive([&](int, const nlohmann::json& event) { controller_.forward(event); });
}

std::vector<protocol::Command> FirstAgentUplink::receive() {
  forward_events();
  return controller_.receive();
}

void FirstAgentUplink::relay(const protocol::Command& command) {
  links_.send(protocol::encode(command));
}

OtherAgentUplink::OtherAgentUplink(const Rendezvous& rendezvous)
    : agent_(rendezvous.agent),
      agents_(rendezvous.agents),
      one_host_(rendezvous.one_host),
      link_(rendezvous.address, rendezvous.port, rendezvous.agent, rendezvous.secret) {
  if (within(protocol::kConnectTimeout, {}, [&] { return link_.reconnect(); })) return;
  throw std::runtime_error("the first agent cannot be reached at " + rendezvous.address + ":" +
                           std::to_string(rendezvous.port));
}

OtherAgentUplink::~OtherAgentUplink() {
  within(kDrainTimeout, {{link_.fd(), POLLOUT, 0}}, [&] {
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
