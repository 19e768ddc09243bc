// Reads and writes variants of described structs as JSON objects. A word, as in {"message": "run",
// …}, or the first field of an object shows which alternative it is. Only .cc files include this
// header.
#pragma once

#include <array>
#include <utility>
#include <variant>

#include "harness/fields/read.h"
#include "harness/fields/write.h"

namespace gridlock::fields {

template <typename Variant>
struct Tags {
  const char* tag;                                                // "message"
  std::array<const char*, std::variant_size_v<Variant>> words{};  // one for each alternative
};

template <typename Json, typename Variant>
Json to_json(const Variant& value, const Tags<Variant>& tags) {
  Json json = std::visit([](const auto& body) { return to_json<Json>(body); }, value);
  json[tags.tag] = tags.words[value.index()];
  return json;
}

// Reads a variant. A field holds the name of the alternative. Throws Error if no alternative has
// that name.
template <typename Variant, typename Json>
Variant from_json(Json json, const Tags<Variant>& tags) {
  const Path root, tag{&root, tags.tag};
  expect(json.is_object(), root, "an object");
  const Json word = json.value(tags.tag, Json());
  json.erase(tags.tag);
  Variant value;
  const auto read_as = [&]<std::size_t index>(std::integral_constant<std::size_t, index>) {
    if (word != tags.words[index]) return false;
    read(json, value.template emplace<index>(), root);
    return true;
  };
  const auto read_any = [&]<std::size_t... indices>(std::index_sequence<indices...>) {
    return (read_as(std::integral_constant<std::size_t, indices>{}) || ...);
  };
  const bool known = read_any(std::make_index_sequence<std::variant_size_v<Variant>>{});
  if (!known) refuse_value(tag, "has an unknown word: " + word.dump());
  return value;
}

// Reads the first alternative whose first field the object has. Throws Error if there is none.
template <typename Variant, typename Json>
Variant one_of(const Json& json) {
  const Path root;
  expect(json.is_object(), root, "an object");
  Variant value;
  const auto read_as = [&]<typename T>(Type<T>) {
    constexpr auto kList = fields_of(Type<T>{});
    if (!json.contains(std::get<0>(kList.fields).name)) return false;
    read(json, value.template emplace<T>(), root);
    return true;
  };
  const auto read_any = [&]<typename... Ts>(Type<std::variant<Ts...>>) {
    return (read_as(Type<Ts>{}) || ...);
  };
  if (!read_any(Type<Variant>{})) refuse_object(root, "the kind of message is unknown");
  return value;
}

}  // namespace gridlock::fields
