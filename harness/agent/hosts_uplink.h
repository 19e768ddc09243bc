// The uplink of one of several agents. The first one holds the controller's socket and relays:
// commands down, events up, over TCP. Where any of them is gone, all of them end: each is closed().
#pragma once

#include <filesystem>
#include <string>

#include "harness/agent/local_uplink.h"
#include "harness/agent/uplink.h"
#include "harness/process/fd.h"
#include "harness/protocol/host_links.h"

namespace gridlock::agent {

// What an agent must know to find the others.
struct Meeting {
  int agent = 0;  // this agent's number, from 0
  int agents = 1;
  bool one_host = true;
  std::string address;  // of the first agent, as the others reach it …
  int port = 0;
  std::string secret;         // … and what they have to say there
  process::Fd listener = {};  // the first agent's
};

// The first agent's.
class FirstAgentUplink : public Uplink {
 public:
  // Waits until all others have come. Throws std::runtime_error where they do not.
  FirstAgentUplink(const std::filesystem::path& controller, Meeting meeting);
  // Passes on what the others still have to tell, until they are gone.
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
  void pass_on();

  LocalUplink controller_;
  int agents_;
  bool one_host_;
  protocol::HostLinks links_;
};

// Another agent's.
class OtherAgentUplink : public Uplink {
 public:
  // Throws std::runtime_error where the first agent is not there.
  explicit OtherAgentUplink(const Meeting& meeting);
  // Sends what is not sent yet.
  ~OtherAgentUplink() override;

  int agent() const override { return agent_; }
  int agents() const override { return agents_; }
  bool one_host() const override { return one_host_; }
  std::vector<int> fds() const override { return {link_.fd()}; }
  std::vector<protocol::Command> receive() override;
  void relay(const protocol::Command&) override {}
  void publish(const protocol::Event& event) override;
  bool closed() const override { return !link_.reached(); }

 private:
  int agent_;
  int agents_;
  bool one_host_;
  protocol::FirstHostLink link_;
};

}  // namespace gridlock::agent
