// The uplink of an agent that is alone: the controller's socket.
#pragma once

#include <filesystem>

#include "harness/agent/uplink.h"
#include "harness/wire/channel.h"

namespace gridlock::agent {

class LocalUplink : public Uplink {
 public:
  // Connects; throws std::system_error when the controller is not there.
  explicit LocalUplink(const std::filesystem::path& controller);

  int agent() const override { return 0; }
  int agents() const override { return 1; }
  bool one_host() const override { return true; }
  int fd() const override { return channel_.fd(); }
  int longest_sleep_ms() const override { return 1000; }
  std::vector<wire::Command> receive() override;
  void relay(const wire::Command&) override {}
  void publish(const wire::Event& event) override;
  bool closed() const override { return channel_.closed(); }

  // An event of another agent, which its wire form says.
  void forward(const nlohmann::json& event) { channel_.send(event); }

 private:
  wire::Channel channel_;
};

}  // namespace gridlock::agent
