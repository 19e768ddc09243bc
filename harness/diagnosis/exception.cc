#include "harness/diagnosis/exception.h"

#include <algorithm>
#include <cctype>

#include "harness/diagnosis/fallout.h"

namespace gridlock::diagnosis {
namespace {

std::size_t type_length(std::string_view error) {
  const auto end = std::ranges::find_if(error, [](char c) {
    return !(std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.');
  });
  return static_cast<std::size_t>(end - error.begin());
}

}  // namespace

bool is_fallout(std::string_view error) {
  return std::ranges::any_of(
      kFallout, [&](const Fallout& row) { return error.find(row.text) != std::string_view::npos; });
}

std::string exception_type(std::string_view error) {
  const std::string_view full = error.substr(0, type_length(error));
  if (full.size() < error.size() && error[full.size()] != ':') return "";
  return std::string(full.substr(full.rfind('.') + 1));
}

std::string exception_message(std::string_view error) {
  if (exception_type(error).empty()) return std::string(error);
  const std::size_t colon = type_length(error);
  if (colon + 1 >= error.size()) return "";
  const std::string_view message = error.substr(colon + 1);
  return std::string(message.substr(std::min(message.find_first_not_of(' '), message.size())));
}

}  // namespace gridlock::diagnosis
