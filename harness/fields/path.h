// The position of a value in a JSON document, and errors about that value.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gridlock::fields {

// Thrown with the reason why a JSON value is refused, such as "in ranks[2].open[0]: field 'seq'
// should be a whole number".
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The position of a value. The value is the field `name` of the object at `parent`, or, if `name`
// is "", the element `index` of the list at `parent`. The root has no parent.
struct Path {
  const Path* parent = nullptr;
  std::string_view name = {};
  std::size_t index = 0;
};

std::string to_string(const Path& path);  // "ranks[2].open[0]"

// Refuses an object because of its fields. `why` is text such as "missing field 'y'".
[[noreturn]] void refuse_object(const Path& object, const std::string& why);
// Refuses a value. `why` is text such as "should be a number".
[[noreturn]] void refuse_value(const Path& value, const std::string& why);

inline void expect(bool fits, const Path& value, const char* kind) {
  if (!fits) refuse_value(value, std::string("should be ") + kind);
}

}  // namespace gridlock::fields
