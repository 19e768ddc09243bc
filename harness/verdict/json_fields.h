// The pieces that records are written and read with: each kind of value one way and back, and a
// field that names itself in whatever goes wrong.
#pragma once

#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/verdict/record.h"

namespace gridlock::verdict {

// NaN and the infinities are the words that read_number() knows.
Json number(double value);
Json series(const std::vector<double>& values);
Json phases_json(const std::map<std::string, double>& seconds);
Json axes_json(const std::vector<std::pair<std::string, matrix::Value>>& axes);

// Each throws RecordError or nlohmann's exception when the JSON is of another kind.
double read_number(const Json& json);
void read(const Json& json, double& value);
void read(const Json& json, bool& value);
void read(const Json& json, int& value);
void read(const Json& json, std::string& value);
void read(const Json& json, std::vector<int>& value);
void read(const Json& json, std::vector<double>& values);
void read(const Json& json, std::optional<int>& value);
void read(const Json& json, std::map<std::string, double>& values);
void read(const Json& json, std::vector<std::pair<std::string, matrix::Value>>& axes);
void read(const Json& json, Verdict& verdict);

enum class Need { kOptional, kRequired };

// Reads one field by the read() of its type. A field that is absent keeps its default: a
// later build may add fields without changing what a line means.
template <typename T>
void field(const Json& json, const char* name, T& value, Need need = Need::kOptional) {
  const auto found = json.find(name);
  if (found == json.end()) {
    if (need == Need::kRequired) throw RecordError(std::string("no field '") + name + "'");
    return;
  }
  try {
    read(*found, value);
  } catch (const std::exception& error) {
    throw RecordError(std::string("field '") + name + "': " + error.what());
  }
}

}  // namespace gridlock::verdict
