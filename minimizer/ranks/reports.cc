#include "minimizer/ranks/reports.h"

#include <sstream>

namespace gridlock::minimizer {
namespace {

// Returns the length of the JSON object at the beginning of `text`, or 0 if it is incomplete.
std::size_t object_length(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (letter == '\\') {
      ++at;
    } else if (letter == '"') {
      in_string = !in_string;
    } else if (!in_string && letter == '{') {
      ++depth;
    } else if (!in_string && letter == '}' && --depth == 0) {
      return at + 1;
    }
  }
  return 0;
}

struct ReportPlace {
  std::size_t begin, length;
};

std::vector<ReportPlace> places_of(std::string_view line, std::string_view prefix) {
  std::vector<ReportPlace> result;
  std::size_t at = 0;
  while ((at = line.find(prefix, at)) != std::string_view::npos) {
    const std::size_t length = object_length(line.substr(at));
    if (length > 0) result.push_back({at, length});
    at += length > 0 ? length : prefix.size();
  }
  return result;
}

}  // namespace

std::vector<std::string> reports_in(const std::string& output, std::string_view prefix) {
  std::vector<std::string> result;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    for (const ReportPlace& place : places_of(line, prefix))
      result.push_back(line.substr(place.begin, place.length));
  }
  return result;
}

std::string without_reports(const std::string& output, std::string_view prefix) {
  std::string result;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::vector<ReportPlace> places = places_of(line, prefix);
    for (auto place = places.rbegin(); place != places.rend(); ++place)
      line.erase(place->begin, place->length);
    if (places.empty() || !line.empty()) result += line + '\n';
  }
  return result;
}

}  // namespace gridlock::minimizer
