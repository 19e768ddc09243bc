#include "harness/protocol/keeper_messages.h"

#include "harness/fields/variants.h"
#include "harness/protocol/keeper_message_fields.h"

namespace gridlock::protocol {

using nlohmann::json;

std::string to_text(const RankOrder& order) {
  return fields::to_json<json>(order).dump();
}

std::string to_text(const KeeperNews& news) {
  return fields::to_json<json>(news).dump();
}

RankOrder order_from_text(const std::string& text) {
  return fields::from_json<RankOrder>(json::parse(text, nullptr, false));
}

KeeperNews news_from_text(const std::string& text) {
  return fields::one_of<KeeperNews>(json::parse(text, nullptr, false));
}

}  // namespace gridlock::protocol
