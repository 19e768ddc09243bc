// Includes headers that most sources need, so that the compiler parses them only once. Declares
// templates that most sources need, so that the compiler instantiates them only once
// (instantiated.cc). Instantiating these templates in each object took a third of the compile time.
// Sources still include every header that they use, because builds such as the asan preset have no
// precompiled headers.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <variant>
#include <vector>

#ifndef GRIDLOCK_EXTERN
#define GRIDLOCK_EXTERN extern
#endif

GRIDLOCK_EXTERN template class std::basic_string<char>;
GRIDLOCK_EXTERN template class std::vector<std::string>;
GRIDLOCK_EXTERN template class std::vector<int>;
GRIDLOCK_EXTERN template class std::map<std::string, std::string>;

// The version is checked, because nlohmann's namespace `detail` may change with each version.
#if NLOHMANN_JSON_VERSION_MAJOR == 3 && NLOHMANN_JSON_VERSION_MINOR == 11
namespace nlohmann {
GRIDLOCK_EXTERN template class basic_json<>;
GRIDLOCK_EXTERN template class basic_json<ordered_map>;
namespace detail {
using Characters = iterator_input_adapter<std::string::const_iterator>;
GRIDLOCK_EXTERN template class serializer<json>;
GRIDLOCK_EXTERN template class serializer<ordered_json>;
GRIDLOCK_EXTERN template class json_sax_dom_parser<json>;
GRIDLOCK_EXTERN template class json_sax_dom_parser<ordered_json>;
GRIDLOCK_EXTERN template class json_sax_dom_callback_parser<json>;
GRIDLOCK_EXTERN template class json_sax_dom_callback_parser<ordered_json>;
GRIDLOCK_EXTERN template class lexer<json, Characters>;
GRIDLOCK_EXTERN template class lexer<ordered_json, Characters>;
GRIDLOCK_EXTERN template class parser<json, Characters>;
GRIDLOCK_EXTERN template class parser<ordered_json, Characters>;
}  // namespace detail
}  // namespace nlohmann
#endif

#ifdef __GLIBCXX__
GRIDLOCK_EXTERN template class std::basic_regex<char>;
namespace std::__detail {
using Traits = regex_traits<char>;
GRIDLOCK_EXTERN template class _Scanner<char>;
GRIDLOCK_EXTERN template class _Compiler<Traits>;
GRIDLOCK_EXTERN template class _NFA<Traits>;
GRIDLOCK_EXTERN template class _BracketMatcher<Traits, false, false>;
GRIDLOCK_EXTERN template class _BracketMatcher<Traits, true, false>;
}  // namespace std::__detail
#endif
