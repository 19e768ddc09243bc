#include "harness/protocol/rank_messages.h"

#include "harness/fields/variants.h"
#include "harness/protocol/rank_message_fields.h"

namespace gridlock::protocol {
namespace {

using nlohmann::json;

constexpr fields::Tags<RankReport> kReports{
    "type", {"step", "rounded", "compiled", "done", "debugging", "error", "unreadable"}};

}  // namespace

json to_json(const RankSpec& spec) {
  return fields::to_json<json>(spec);
}

bool is_end(const RankReport& report) {
  return std::holds_alternative<DoneReport>(report) || std::holds_alternative<ErrorReport>(report);
}

RankReport rank_report_from_json(const json& json) {
  try {
    return fields::from_json(json, kReports);
  } catch (const fields::Error& error) {
    return UnreadableReport{error.what()};
  }
}

json to_json(const RankReport& report) {
  return fields::to_json<json>(report, kReports);
}

}  // namespace gridlock::protocol
