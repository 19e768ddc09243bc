// The uplink of one of several agents. The first agent holds the controller's socket. It relays
// commands to the other agents over TCP and passes their events to the controller. If one agent
// ends, closed() returns true on all of them, so all agents end.
#pragma once

#include <filesystem>
#include <string>

#include "harness/agent/local_uplink.h"
#include "harness/agent/uplink.h"
#include "harness/process/fd.h"
#include "harness/protocol/host_links.h"

namespace gridlock::agent {

// The data that an agent needs to connect to the other agents.
struct Rendezvous {
  int agent = 0;  // this agent's number, from 0
  int agents = 1;
  bool one_host = true;
  std::string address;  // the first agent's address, as the other agents reach it
  int port = 0;
  // The secret that the other agents must send to the first agent.
  std::string secret;
  process::Fd listener = {};  // only on the first agent
};

// The uplink of the first agent.
class FirstAgentUplink : public Uplink {
 public:
  // Waits until all other agents have connected. Throws std::runtime_error if an agent does not
  // connect in time.
  FirstAgentUplink(const std::filesystem::path& controller, Rendezvous rendezvous);
  // Forwards the remaining events of the other agents until all of these agents have disconnected.
  ~FirstAgentUplink() override;

  int agent() const override { return 0; }
  int agents() const override { return agents_; }
  bool one_host() const override { return one_host_; }
  std::vector<int> fds() const override;
  std::vector<protocol::Command> receive() override;
  void relay(const protocol::Command& command) override;
  void publish(const protocol::Event& event) override { controller_.publish(event); }
  bool closed() const override { return controller_.closed() || !complete(); }

 private:
  bool complete() const { return links_.size() + 1 == static_cast<std::size_t>(agents_); }
  void forward_events();

  LocalUplink controller_;
  int agents_;
  bool one_host_;
  protocol::HostLinks links_;
};

// The uplink of an agent other than the first one.
class OtherAgentUplink : public Uplink {
 public:
  // Connects to the first agent. Throws std::runtime_error if it cannot be reached.
  explicit OtherAgentUplink(const Rendezvous& rendezvous);
  // Sends the events that are still queued.
  ~OtherAgentUplink() override;

  int agent() const override { return agent_; }
  int agents() const override { return agents_; }
  bool one_host() const override { return one_host_; }
  std::vector<int> fds() const override { return {link_.fd()}; }
  std::vector<protocol::Command> receive() override;
  void relay(const protocol::Command&) override {}
  void publish(const protocol::Event& event) override;
  bool closed() const override { return !link_.connected(); }

 private:
  int agent_;
  int agents_;
  bool one_host_;
  protocol::FirstHostLink link_;
};

}  // namespace gridlock::agent
