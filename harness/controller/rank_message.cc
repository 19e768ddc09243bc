#include "harness/controller/rank_message.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/verdict/json_fields.h"

namespace gridlock::controller {
namespace {

using nlohmann::json;

double number(const json& value) {
  return verdict::read_number(verdict::Json(value));
}

void take_step(verdict::RankReport& report, const json& message) {
  const double loss = number(message.at("loss"));
  const double grad_norm = number(message.at("grad_norm"));
  report.losses.push_back(loss);
  report.grad_norms.push_back(grad_norm);
}

verdict::CompileCounters counters(const json& object) {
  return {object.value("graphs", 0), object.value("breaks", 0), object.value("recompiles", 0),
          object.value("cache_hits", 0), object.value("cache_misses", 0)};
}

void take_done(verdict::RankReport& report, const json& message) {
  for (const auto& [phase, seconds] : message.at("seconds").items()) {
    report.seconds[phase] = number(seconds);
  }
  report.compile = counters(message.at("compile"));
  report.peak_memory_mib = number(message.at("peak_memory_mib"));
  report.finished = true;
}

void take_error(verdict::RankReport& report, const json& message) {
  report.error = message.at("error").get<std::string>();
  report.traceback = message.at("traceback").get<std::string>();
}

}  // namespace

void take_message(verdict::RankReport& report, const json& message) {
  try {
    const auto type = message.at("type").get<std::string>();
    if (type == "step") return take_step(report, message);
    if (type == "done") return take_done(report, message);
    if (type == "error") return take_error(report, message);
    report.error = fmt::format("the rank sent a message of unknown type '{}'", type);
  } catch (const std::exception& error) {
    report.error = fmt::format("the rank sent a message that cannot be read: {}", error.what());
  }
}

}  // namespace gridlock::controller
