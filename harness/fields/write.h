// Values as JSON, by their descriptions. Only .cc files include this. NaN and the infinities are
// the words "nan", "inf" and "-inf".
#pragma once

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/fields/description.h"
#include "harness/fields/words.h"

namespace gridlock::fields {

template <typename Json, typename T>
Json to_json(const T& value);

// Pairs whose names are in order: an object. Other vectors are lists.
template <typename T>
using Named = std::vector<std::pair<std::string, T>>;

template <typename Json>
Json write(double value, Type<double>) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

template <typename Json, typename T>
Json write(const std::optional<T>& value, Type<std::optional<T>>) {
  return value ? to_json<Json>(*value) : Json();
}

template <typename Json, typename T>
Json write(const std::vector<T>& values, Type<std::vector<T>>) {
  Json json = Json::array();
  for (const T& value : values) json.push_back(to_json<Json>(value));
  return json;
}

template <typename Json, typename T>
Json write(const Named<T>& values, Type<Named<T>>) {
  Json json = Json::object();
  for (const auto& [name, value] : values) json[name] = to_json<Json>(value);
  return json;
}

template <typename Json, typename A, typename B>
Json write(const std::pair<A, B>& pair, Type<std::pair<A, B>>) {
  return Json::array({to_json<Json>(pair.first), to_json<Json>(pair.second)});
}

template <typename Json, typename K, typename T>
Json write(const std::map<K, T>& values, Type<std::map<K, T>>) {
  Json json = Json::object();
  for (const auto& [key, value] : values) {
    if constexpr (std::integral<K>) {
      json[std::to_string(key)] = to_json<Json>(value);
    } else {
      json[key] = to_json<Json>(value);
    }
  }
  return json;
}

template <typename Json, typename... Ts>
Json write(const std::variant<Ts...>& value, Type<std::variant<Ts...>>) {
  return std::visit([](const auto& plain) { return to_json<Json>(plain); }, value);
}

// Containers are empty by default.
template <typename M>
bool is_usual(const M& value, const M& usual) {
  if constexpr (requires { value.has_value(); }) {
    return !value.has_value();
  } else if constexpr (requires { value.empty(); } && !std::same_as<M, std::string>) {
    return value.empty();
  } else {
    return value == usual;
  }
}

template <typename Json, Need need, typename Form, typename T, typename M>
void write_field(Json& json, const Field<need, Form, T, M>& field, const T& object) {
  const M& value = object.*field.member;
  if constexpr (need == Need::kOptional) {
    static const T kUsual{};
    if (is_usual(value, kUsual.*field.member)) return;
  }
  if constexpr (std::same_as<Form, Plain>) {
    json[field.name] = to_json<Json>(value);
  } else {
    json[field.name] = to_json<Json>(Form::write(value));
  }
}

template <typename Json, typename T>
Json to_json(const T& value) {
  if constexpr (Described<T>) {
    Json json = Json::object();
    std::apply([&](const auto&... field) { (write_field(json, field, value), ...); },
               fields_of(Type<T>{}).fields);
    return json;
  } else if constexpr (Worded<T>) {
    return word_of(value);
  } else if constexpr (requires { write<Json>(value, Type<T>{}); }) {
    return write<Json>(value, Type<T>{});
  } else {
    return Json(value);
  }
}

}  // namespace gridlock::fields
