// Finds the versions of torch in which a failure shows. Most versions are not tried, because
// bisection finds the change between a version that shows the failure and one that does not. The
// search does not depend on how questions are answered.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gridlock::minimizer {

enum class Shows { kYes, kNo, kNotAvailable };

struct VersionAnswer {
  std::string torch;  // as written in the question: "2.10"
  Shows shows = Shows::kYes;
  std::string words;  // for kNo "passes", "shows another failure: …"; for kNotAvailable the reason
};

struct VersionResult {
  std::vector<VersionAnswer> answers;  // in the order of the questions
  std::string first_seen;              // shows the failure; the tried version before it does not
  std::string oldest_seen;             // if `first_seen` is "": the oldest version tried
  std::string gone_in;                 // the first version after `own` that lacks the failure
  std::string newest_seen;             // if `gone_in` is "": the newest version tried
};

// Returns whether `version` precedes `other`: "2.9" precedes "2.10".
bool is_older(const std::string& version, const std::string& other);

// Searches `versions`, which may be in any order. The failure shows in `own`. Neither `own` nor a
// version that is a prefix of `own` is tried.
VersionResult search_versions(std::vector<std::string> versions, const std::string& own,
                              const std::function<VersionAnswer(const std::string&)>& ask);

// Returns a sentence such as "first seen in 2.10 (2.9 passes)", or "" if no version was tried.
std::string sentence_of(const VersionResult& result);

}  // namespace gridlock::minimizer
