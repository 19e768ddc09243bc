#include "harness/protocol/warm_start.h"

#include <cstdlib>

#include "harness/fields/read.h"
#include "harness/fields/write.h"
#include "harness/protocol/warm_start_fields.h"

namespace gridlock::protocol {
namespace {

template <typename T>
std::string text_of(const T& message) {
  return fields::to_json<nlohmann::json>(message).dump();
}

template <typename T>
T message_of(const std::string& text) {
  return fields::from_json<T>(nlohmann::json::parse(text, nullptr, false));
}

}  // namespace

std::optional<WarmChild> take_warm_child(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  const auto child = message_of<WarmChild>(text);
  unsetenv(variable);
  return child;
}

std::string warm_child_variable(const char* name, const WarmChild& child) {
  return std::string(name) + "=" + text_of(child);
}

std::string to_text(const Execution& execution) {
  return text_of(execution);
}

std::string to_text(const WarmRun& run) {
  return text_of(run);
}

std::string to_text(const WarmRunStarted& started) {
  return text_of(started);
}

Execution execution_from_text(const std::string& text) {
  return message_of<Execution>(text);
}

WarmRun warm_run_from_text(const std::string& text) {
  return message_of<WarmRun>(text);
}

WarmRunStarted warm_run_started_from_text(const std::string& text) {
  return message_of<WarmRunStarted>(text);
}

}  // namespace gridlock::protocol
