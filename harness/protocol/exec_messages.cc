#include "harness/protocol/exec_messages.h"

#include "harness/fields/variants.h"
#include "harness/protocol/exec_message_fields.h"

namespace gridlock::protocol {

using nlohmann::json;

namespace {

json parse(const std::string& text) {
  return json::parse(text, nullptr, /*allow_exceptions=*/false);
}

}  // namespace

fields::Words<DumpFormat> words(DumpFormat) {
  static constexpr std::array<std::pair<DumpFormat, const char*>, 2> kFormats{{
      {DumpFormat::kText, "text"},
      {DumpFormat::kJson, "json"},
  }};
  return kFormats;
}

fields::Words<HostQuestion::Ask> words(HostQuestion::Ask) {
  using Ask = HostQuestion::Ask;
  static constexpr std::array<std::pair<Ask, const char*>, 2> kQuestions{{
      {Ask::kFacts, "facts"},
      {Ask::kStacks, "stacks"},
  }};
  return kQuestions;
}

std::string to_text(const DumpQuestion& question) {
  return fields::to_json<json>(question).dump();
}

ExecRequest request_from_text(const std::string& text) {
  return fields::one_of<ExecRequest>(parse(text));
}

std::string to_text(const ForkWords& words) {
  return fields::to_json<json>(words).dump();
}

ForkedRanks forked_from_text(const std::string& text) {
  return fields::from_json<ForkedRanks>(parse(text));
}

std::string to_text(const StartExec& start) {
  return fields::to_json<json>(start).dump();
}

ForkServerReport server_report_from_text(const std::string& text) {
  return fields::one_of<ForkServerReport>(parse(text));
}

WarmInterpreter warm_interpreter_from_text(const std::string& text) {
  return fields::from_json<WarmInterpreter>(parse(text));
}

json to_json(const HostMessage& message) {
  return fields::to_json<json>(message);
}

json to_json(const FirstHostMessage& message) {
  return fields::to_json<json>(message);
}

HostMessage host_message_from_json(const json& json) {
  return fields::one_of<HostMessage>(json);
}

FirstHostMessage first_host_message_from_json(const json& json) {
  return fields::one_of<FirstHostMessage>(json);
}

}  // namespace gridlock::protocol
