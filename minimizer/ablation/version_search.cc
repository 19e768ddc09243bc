#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "minimizer/ablation/smallest.h"
#include "minimizer/ablation/versions.h"

namespace gridlock::minimizer {
namespace {

using Ask = std::function<VersionAnswer(const std::string&)>;

std::vector<int> numbers_of(const std::string& version) {
  std::vector<int> numbers;
  std::istringstream stream(version);
  for (std::string part; std::getline(stream, part, '.');)
    numbers.push_back(std::atoi(part.c_str()));
  return numbers;
}

bool begins_with(const std::string& version, const std::string& words) {
  return version == words || version.starts_with(words + ".");
}

const VersionAnswer* answer_about(const VersionResult& result, const std::string& version) {
  const auto found = std::ranges::find(result.answers, version, &VersionAnswer::torch);
  return found == result.answers.end() ? nullptr : &*found;
}

// Bisects ordered versions. A version that turns out to be unavailable is removed from the list.
class VersionSearch {
 public:
  VersionSearch(VersionResult& result, const Ask& ask) : result_(result), ask_(ask) {}

  // Returns the index of the first version whose answer is `wanted`, or the number of versions.
  int first_with(std::vector<std::string>& versions, Shows wanted) {
    while (true) {
      const auto missing = std::ranges::find_if(versions, [&](const std::string& version) {
        const VersionAnswer* known = answer_about(result_, version);
        return known != nullptr && known->shows == Shows::kNotAvailable;
      });
      if (missing != versions.end()) versions.erase(missing);
      bool all_available = true;
      const int found = first_failing(-1, static_cast<int>(versions.size()), [&](int at) {
        if (!all_available) return true;  // the search restarts without the unavailable version
        const Shows shows = shows_in(versions[static_cast<std::size_t>(at)]);
        all_available = shows != Shows::kNotAvailable;
        return shows == wanted;
      });
      if (all_available) return found;
    }
  }

 private:
  Shows shows_in(const std::string& version) {
    if (const VersionAnswer* known = answer_about(result_, version)) return known->shows;
    result_.answers.push_back(ask_(version));
    return result_.answers.back().shows;
  }

  VersionResult& result_;
  const Ask& ask_;
};

std::string without_it(const VersionResult& result, const std::string& version) {
  const VersionAnswer* answer = answer_about(result, version);
  return answer == nullptr ? "" : fmt::format(" ({} {})", version, answer->words);
}

// Returns the newest tried version before `version` that does not show the failure.
std::string version_before(const VersionResult& result, const std::string& version) {
  std::string before;
  for (const VersionAnswer& answer : result.answers) {
    if (answer.shows != Shows::kNo || !is_older(answer.torch, version)) continue;
    if (before.empty() || is_older(before, answer.torch)) before = answer.torch;
  }
  return before;
}

}  // namespace

bool is_older(const std::string& version, const std::string& other) {
  return numbers_of(version) < numbers_of(other);
}

VersionResult search_versions(std::vector<std::string> versions, const std::string& own,
                              const Ask& ask) {
  std::erase_if(versions, [&](const std::string& version) { return begins_with(own, version); });
  std::ranges::sort(versions, is_older);
  const auto newer = std::ranges::find_if(
      versions, [&](const std::string& version) { return is_older(own, version); });
  std::vector<std::string> before(versions.begin(), newer), after(newer, versions.end());
  VersionResult result;
  VersionSearch search(result, ask);
  const int first = search.first_with(before, Shows::kYes);
  if (first > 0) {
    const bool is_own = first == static_cast<int>(before.size());
    result.first_seen = is_own ? own : before[static_cast<std::size_t>(first)];
  } else if (!before.empty()) {
    result.oldest_seen = before.front();
  }
  const int gone = search.first_with(after, Shows::kNo);
  if (gone < static_cast<int>(after.size())) {
    result.gone_in = after[static_cast<std::size_t>(gone)];
  } else if (!after.empty()) {
    result.newest_seen = after.back();
  }
  return result;
}

std::string sentence_of(const VersionResult& result) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (!result.first_seen.empty()) {
    add("first seen in " + result.first_seen +
        without_it(result, version_before(result, result.first_seen)));
  }
  if (!result.oldest_seen.empty()) add("seen in " + result.oldest_seen + " already");
  if (!result.gone_in.empty()) add("gone in " + result.gone_in);
  if (!result.newest_seen.empty()) add("still there in " + result.newest_seen);
  return text;
}

}  // namespace gridlock::minimizer
