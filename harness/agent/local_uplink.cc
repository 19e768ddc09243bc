#include "harness/agent/local_uplink.h"

#include <nlohmann/json.hpp>

#include "harness/protocol/rendezvous.h"

namespace gridlock::agent {

LocalUplink::LocalUplink(const std::filesystem::path& controller)
    : channel_(protocol::connect_to(controller)) {}

std::vector<protocol::Command> LocalUplink::receive() {
  channel_.flush();
  std::vector<protocol::Command> commands;
  for (const nlohmann::json& message : channel_.receive()) {
    commands.push_back(protocol::decode_command(message));
  }
  return commands;
}

void LocalUplink::publish(const protocol::Event& event) {
  forward(protocol::encode(event));
}

}  // namespace gridlock::agent
