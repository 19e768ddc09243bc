#include "harness/verdict/json_fields.h"

#include <cmath>
#include <limits>

namespace gridlock::verdict {

Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double read_number(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto word = json.get<std::string>();
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word == "inf") return std::numeric_limits<double>::infinity();
  if (word == "-inf") return -std::numeric_limits<double>::infinity();
  throw RecordError("'" + word + "' is no number");
}

Json series(const std::vector<double>& values) {
  Json json = Json::array();
  for (double value : values) json.push_back(number(value));
  return json;
}

Json phases_json(const std::map<std::string, double>& seconds) {
  Json json = Json::object();
  for (const auto& [phase, value] : seconds) json[phase] = number(value);
  return json;
}

Json axes_json(const std::vector<std::pair<std::string, matrix::Value>>& axes) {
  Json json = Json::object();
  for (const auto& [axis, value] : axes) {
    std::visit([&, &name = axis](const auto& plain) { json[name] = plain; }, value);
  }
  return json;
}

void read(const Json& json, double& value) {
  value = read_number(json);
}
void read(const Json& json, bool& value) {
  value = json.get<bool>();
}
void read(const Json& json, std::string& value) {
  value = json.get<std::string>();
}
void read(const Json& json, std::vector<int>& value) {
  value = json.get<std::vector<int>>();
}

void read(const Json& json, int& value) {
  if (!json.is_number_integer()) throw RecordError("an integer is expected");
  value = json.get<int>();
}

void read(const Json& json, std::optional<int>& value) {
  if (!json.is_null()) read(json, value.emplace());
}

void read(const Json& json, std::vector<double>& values) {
  for (const Json& item : json) values.push_back(read_number(item));
}

void read(const Json& json, std::map<std::string, double>& values) {
  for (const auto& [key, value] : json.get_ref<const Json::object_t&>()) {
    values[key] = read_number(value);
  }
}

void read(const Json& json, matrix::Value& value) {
  if (json.is_boolean()) {
    value = json.get<bool>();
  } else if (json.is_number_integer()) {
    value = json.get<std::int64_t>();
  } else {
    value = json.get<std::string>();
  }
}

void read(const Json& json, std::vector<std::pair<std::string, matrix::Value>>& axes) {
  for (const auto& [axis, value] : json.get_ref<const Json::object_t&>()) {
    read(value, axes.emplace_back(axis, false).second);
  }
}

void read(const Json& json, Verdict& verdict) {
  const auto word = json.get<std::string>();
  const auto parsed = parse(word);
  if (!parsed) throw RecordError("'" + word + "' is no verdict");
  verdict = *parsed;
}

}  // namespace gridlock::verdict
