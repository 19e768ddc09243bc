// Finds the versions of torch in which a failure shows. Not all have to be asked: between a version
// that shows it and one that does not, bisection finds the change. Pure: the source of the answers
// is hidden.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gridlock::minimizer {

enum class Shows { kYes, kNo, kNotAvailable };

struct VersionAnswer {
  std::string torch;  // in the form of the question: "2.10"
  Shows shows = Shows::kYes;
  std::string words;  // for kNo "passes", "shows another failure: …"; for kNotAvailable the reason
};

struct VersionResult {
  std::vector<VersionAnswer> answers;  // in the order of the questions
  std::string first_seen;              // shows in this one, and not in the one before it
  std::string oldest_seen;             // or else: the oldest asked one, which shows it
  std::string gone_in;                 // the first newer one without it
  std::string newest_seen;             // or else: the newest asked one, which shows it
};

// Returns whether `version` comes before `other`: "2.9" before "2.10".
bool is_older(const std::string& version, const std::string& other);

// Searches `versions`, in any order. The failure shows in `own`, which is not asked; neither is a
// version that is a prefix of `own`.
VersionResult search_versions(std::vector<std::string> versions, const std::string& own,
                              const std::function<VersionAnswer(const std::string&)>& ask);

// Returns "first seen in 2.10 (2.9 passes)"; "" if nothing was asked.
std::string sentence_of(const VersionResult& result);

}  // namespace gridlock::minimizer
