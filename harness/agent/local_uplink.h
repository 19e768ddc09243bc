// The uplink of an agent on a single host: it is connected to the controller's socket.
#pragma once

#include <filesystem>

#include "harness/agent/uplink.h"
#include "harness/protocol/channel.h"

namespace gridlock::agent {

class LocalUplink : public Uplink {
 public:
  // Connects to the controller. Throws std::system_error if the controller cannot be reached.
  explicit LocalUplink(const std::filesystem::path& controller);

  int agent() const override { return 0; }
  int agents() const override { return 1; }
  bool one_host() const override { return true; }
  std::vector<int> fds() const override { return {channel_.fd()}; }
  std::vector<protocol::Command> receive() override;
  void relay(const protocol::Command&) override {}
  void publish(const protocol::Event& event) override;
  bool closed() const override { return channel_.closed(); }

  // Sends an event of another agent.
  void forward(const nlohmann::json& event) { channel_.send(event); }

 private:
  protocol::Channel channel_;
};

}  // namespace gridlock::agent
