#include "harness/fields/path.h"

namespace gridlock::fields {

std::string to_string(const Path& path) {
  if (path.parent == nullptr) return "";
  const std::string before = to_string(*path.parent);
  if (path.name.data() == nullptr) return before + "[" + std::to_string(path.index) + "]";
  return (before.empty() ? "" : before + ".") + std::string(path.name);
}

void refuse_object(const Path& object, const std::string& why) {
  const std::string where = to_string(object);
  throw Error(where.empty() ? why : "in " + where + ": " + why);
}

void refuse_value(const Path& value, const std::string& why) {
  const Path* object = &value;  // the object that has the field, after the loop
  while (object->parent != nullptr && object->name.data() == nullptr) object = object->parent;
  if (object->parent == nullptr) {
    const std::string where = to_string(value);
    throw Error((where.empty() ? "the value" : "element " + where) + " " + why);
  }
  std::string field = to_string(value);
  const std::string before = to_string(*object->parent);
  if (!before.empty()) field.erase(0, before.size() + 1);
  refuse_object(*object->parent, "field '" + field + "' " + why);
}

}  // namespace gridlock::fields
