#include "harness/wire/messages.h"

#include <algorithm>
#include <stdexcept>

namespace gridlock::wire {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Run, job, spec, world_size, tier, devices, evidence, team)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Stop, job, stacks)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Retire, job)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Look, job, round)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Hello, host, pid)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Progress, job, ranks, phases)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report, job, rank, body)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Exited, job, rank, exit_code, signal)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Quiet, job)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Facts, job, round, ranks, last_event_ns, now_ns)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Ended, job, evidence)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Unfit, why)
void to_json(nlohmann::json& json, const Quit&) {
  json = nlohmann::json::object();
}
void from_json(const nlohmann::json&, Quit&) {}

namespace {

// The words on the wire, in the order of the variant's alternatives.
template <typename Variant>
constexpr const char* kWords[] = {nullptr};
template <>
constexpr const char* kWords<Command>[] = {"run", "stop", "retire", "look", "quit"};
template <>
constexpr const char* kWords<Event>[] = {"hello", "progress", "report", "exited",
                                         "quiet", "facts",    "ended",  "unfit"};

template <typename Variant>
nlohmann::json encode_any(const Variant& message) {
  nlohmann::json json = std::visit([](const auto& body) { return nlohmann::json(body); }, message);
  json["message"] = kWords<Variant>[message.index()];
  return json;
}

template <typename Variant, std::size_t index = 0>
Variant decode_any(const nlohmann::json& json, const std::string& word) {
  if constexpr (index == std::variant_size_v<Variant>) {
    throw std::runtime_error("no such message: '" + word + "'");
  } else {
    if (word != kWords<Variant>[index]) return decode_any<Variant, index + 1>(json, word);
    return json.get<std::variant_alternative_t<index, Variant>>();
  }
}

}  // namespace

nlohmann::json encode(const Command& command) {
  return encode_any(command);
}
nlohmann::json encode(const Event& event) {
  return encode_any(event);
}

Command decode_command(const nlohmann::json& json) {
  return decode_any<Command>(json, json.at("message").get<std::string>());
}

Event decode_event(const nlohmann::json& json) {
  return decode_any<Event>(json, json.at("message").get<std::string>());
}

RankBlock ranks_of(int agent, int agents, int world_size) {
  const int share = world_size / agents;
  const int extra = world_size % agents;
  return {agent * share + std::min(agent, extra), share + (agent < extra ? 1 : 0)};
}

}  // namespace gridlock::wire
