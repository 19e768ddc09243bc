// Describes how a struct is written as a JSON object. One line per field covers both directions
// (read.h, write.h). The description is a function in the struct's namespace:
//   constexpr auto fields_of(fields::Type<Group>) {
//     return fields::List{
//         fields::required("name", &Group::name),
//         fields::required<RankRuns>("members", &Group::members),
//         fields::optional("backend", &Group::backend, "gloo | nccl; \"\" = unknown"),
//     };
//   }
//
// A line may also state the field's meaning, which schema.h writes into the JSON Schema.
#pragma once

#include <concepts>
#include <tuple>

namespace gridlock::fields {

template <typename T>
struct Type {};

enum class Need {
  kRequired,  // always written; an object without the field is refused
  kUsual,     // always written; an object without the field gets the default value
  kOptional,  // omitted when the field has its default value
};

// The form of a field that is written in its own C++ type.
struct Plain {};

// The form of a member is either Plain or a struct. The struct has a type `Written`, which is the
// field's type in JSON, and the functions `static Written write(const M&)` and `static M read(const
// Written&)`. If read() throws, the text of the exception is the reason for refusing the field.
template <Need need, typename Form, typename T, typename M>
struct Field {
  const char* name;
  M T::*member;
  const char* about;  // meaning of the field; "" if it is not described
};

// The fields of a struct. A JSON object with any other field is refused.
template <typename... Fields>
struct List {
  static constexpr bool kOpen = false;
  constexpr explicit List(Fields... all) : fields(all...) {}
  std::tuple<Fields...> fields;
};

// The fields of a struct. Other fields of a JSON object are ignored, because a later version may
// add fields and some fields are only for people.
template <typename... Fields>
struct OpenList {
  static constexpr bool kOpen = true;
  constexpr explicit OpenList(Fields... all) : fields(all...) {}
  std::tuple<Fields...> fields;
};

template <typename Form = Plain, typename T, typename M>
constexpr auto required(const char* name, M T::*member, const char* about = "") {
  return Field<Need::kRequired, Form, T, M>{name, member, about};
}
template <typename Form = Plain, typename T, typename M>
constexpr auto usual(const char* name, M T::*member, const char* about = "") {
  return Field<Need::kUsual, Form, T, M>{name, member, about};
}
template <typename Form = Plain, typename T, typename M>
constexpr auto optional(const char* name, M T::*member, const char* about = "") {
  return Field<Need::kOptional, Form, T, M>{name, member, about};
}

template <typename T>
concept Described = requires {
  fields_of(Type<T>{});
};

}  // namespace gridlock::fields
