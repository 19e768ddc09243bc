// The input of a minimization: a candidate, the failure that every smaller candidate must show, and
// the oracle's answer about a candidate. A candidate is always a whole script that can be filed as
// it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/fields/words.h"

namespace gridlock::minimizer {

struct Launch {
  int ranks = 1;
  std::vector<std::pair<std::string, std::string>> environment;  // added to the inherited one
  std::vector<std::string> arguments;

  bool operator==(const Launch&) const = default;
};

struct Candidate {
  std::string text;  // one SPMD script
  Launch launch;

  bool operator==(const Candidate&) const = default;
};

// Counts the lines that are not blank.
int line_count(const Candidate& candidate);

// The features that all runs of one failure have in common. Two failures are the same if and only
// if their signatures are equal. Fields name roles (operation, exception, relation of groups) and
// never numbers, lines or files. Deleting lines and renumbering ranks therefore does not change the
// signature. The order of fields counts, so they must be sorted.
struct Signature {
  std::string kind;  // "hang", "wrong", "crash", "blow-up"
  std::vector<std::pair<std::string, std::string>> fields;

  auto operator<=>(const Signature&) const = default;
};

// Returns the kind and every field, for files and keys, such as "hang operation=all_reduce
// relation=subset".
std::string to_string(const Signature& signature);
// Returns a line for people:
//   "deadlock: missing rank (all_reduce)", "crash: ValueError: bad batch N".
std::string headline(const Signature& signature);
// Returns the value of a field, or "".
std::string field_of(const Signature& signature, std::string_view name);

enum class Verdict {
  kSame,       // shows the failure
  kDifferent,  // shows another failure
  kPasses,     // runs to its end
  kInvalid,    // cannot run: the text does not parse, or a name is unbound
  kFlaky,      // shows it too rarely to be certain within the allowed runs
  kSlow,       // was still busy at the oracle's time limit
  kBusy,       // the machine was too busy for an answer
};

fields::Words<Verdict> words(Verdict);

// Returns false for kSlow and kBusy, because the next answer to the same question may differ.
// Answers with these verdicts are never remembered.
bool is_lasting(Verdict verdict);

struct Answer {
  Verdict verdict = Verdict::kInvalid;
  double seconds = 0;             // duration of all runs together
  std::optional<Signature> seen;  // the observed failure, if any
  int failures = 0;               // runs that showed the problem's failure …
  int runs = 1;                   // … out of this number of runs
  std::string reason;             // one line for people; may be empty
  double proved_ms = 0;           // time from the last event to the proof of a hang; 0: no proof
};

struct Problem {
  Candidate original;
  std::string canonical;  // the original's canonical form: see Proposal
  Signature signature;
  // The answer about the original, if there is one. It must be set for a flaky failure, because the
  // original could seem to pass if the oracle examined it again.
  std::optional<Answer> answer;
};

}  // namespace gridlock::minimizer
