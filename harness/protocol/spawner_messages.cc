#include "harness/protocol/spawner_messages.h"

#include "harness/fields/variants.h"
#include "harness/protocol/spawner_message_fields.h"

namespace gridlock::protocol {

using nlohmann::json;

std::string to_text(const SpawnRequest& request) {
  return fields::to_json<json>(request).dump();
}

std::string to_text(const SpawnerEvent& event) {
  return fields::to_json<json>(event).dump();
}

SpawnRequest spawn_request_from_text(const std::string& text) {
  return fields::from_json<SpawnRequest>(json::parse(text, nullptr, false));
}

SpawnerEvent spawner_event_from_text(const std::string& text) {
  return fields::one_of<SpawnerEvent>(json::parse(text, nullptr, false));
}

}  // namespace gridlock::protocol
