// In which versions of torch does a failure show? Not all have to be asked: between one in which it
// shows and one in which it does not, bisection finds where that changes. Pure: who answers is
// hidden.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gridlock::minimizer {

enum class Shows { kYes, kNo, kNotAvailable };

struct VersionAnswer {
  std::string torch;  // as asked for: "2.10"
  Shows shows = Shows::kYes;
  std::string words;  // of kNo: "passes", "shows another failure: …"; of kNotAvailable: why
};

struct VersionResult {
  std::vector<VersionAnswer> answers;  // in the order of the questions
  std::string first_seen;              // in this one, and not in the one before it
  std::string oldest_seen;             // or else: in the oldest one that was asked about
  std::string gone_in;                 // the first newer one without it
  std::string newest_seen;             // or else: in the newest one
};

// "2.9" before "2.10".
bool is_older(const std::string& version, const std::string& other);

// `versions` in any order. The failure shows in `own`, which is not asked; the versions that begin
// with the same words are it.
VersionResult search_versions(std::vector<std::string> versions, const std::string& own,
                              const std::function<VersionAnswer(const std::string&)>& ask);

// "first seen in 2.10 (2.9 passes)"; "" where nothing was asked.
std::string sentence_of(const VersionResult& result);

}  // namespace gridlock::minimizer
