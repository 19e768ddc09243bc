#include "harness/protocol/rank_messages.h"

#include "harness/fields/variants.h"
#include "harness/protocol/rank_message_fields.h"

namespace gridlock::protocol {
namespace {

using nlohmann::json;

constexpr fields::Tags<RankMessage> kMessages{
    "type", {"step", "rounded", "compiled", "done", "debugging", "error", "unreadable"}};

bool has_tag(const json& message, std::string_view tag) {
  const auto type = message.is_object() ? message.find("type") : message.end();
  return type != message.end() && *type == tag;
}

}  // namespace

json to_json(const RankSpec& spec) {
  return fields::to_json<json>(spec);
}

bool is_end(const json& message) {
  return has_tag(message, "done") || is_error(message);
}

bool is_error(const json& message) {
  return has_tag(message, "error");
}

RankMessage rank_message_from_json(const json& json) {
  try {
    return fields::from_json(json, kMessages);
  } catch (const fields::Error& error) {
    return UnreadableReport{error.what()};
  }
}

json to_json(const RankMessage& message) {
  return fields::to_json<json>(message, kMessages);
}

}  // namespace gridlock::protocol
