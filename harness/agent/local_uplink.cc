#include "harness/agent/local_uplink.h"

#include <nlohmann/json.hpp>

#include "harness/wire/rendezvous.h"

namespace gridlock::agent {

LocalUplink::LocalUplink(const std::filesystem::path& controller)
    : channel_(wire::connect_to(controller)) {}

std::vector<wire::Command> LocalUplink::receive() {
  channel_.flush();
  std::vector<wire::Command> commands;
  for (const nlohmann::json& message : channel_.receive()) {
    commands.push_back(wire::decode_command(message));
  }
  return commands;
}

void LocalUplink::publish(const wire::Event& event) {
  nlohmann::json message = wire::encode(event);
  message["agent"] = agent();
  forward(message);
}

}  // namespace gridlock::agent
