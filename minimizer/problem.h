// What is minimized: a candidate, the failure that it must keep showing, and what an oracle says of
// a candidate. A candidate is always a whole script, the one that would be filed.
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
  std::vector<std::pair<std::string, std::string>> environment;  // set on top of the inherited one
  std::vector<std::string> arguments;

  bool operator==(const Launch&) const = default;
};

struct Candidate {
  std::string text;  // of one SPMD script
  Launch launch;

  bool operator==(const Candidate&) const = default;
};

// Lines that are not blank.
int line_count(const Candidate& candidate);

// What all runs of one failure share: two signatures are the same failure if and only if they are
// equal. Fields name roles (operation, exception, relation of groups), never numbers, lines or
// files, so that deleting lines and renumbering ranks keeps them. Their order counts: sort them.
struct Signature {
  std::string kind;  // "hang", "wrong", "crash", "blow-up"
  std::vector<std::pair<std::string, std::string>> fields;

  auto operator<=>(const Signature&) const = default;
};

// "hang operation=all_reduce relation=subset": every field, for files and keys.
std::string to_string(const Signature& signature);
// For people: "deadlock: missing rank (all_reduce)", "crash: ValueError: bad batch N".
std::string headline(const Signature& signature);
// The value of a field, or "".
std::string field_of(const Signature& signature, std::string_view name);

enum class Verdict {
  kSame,       // shows the failure
  kDifferent,  // shows another failure
  kPasses,     // runs to its end
  kInvalid,    // is no program that could show it: does not parse, a name is unbound
  kFlaky,      // shows it too rarely to be told from never, within the runs allowed
  kSlow,       // was still busy at the oracle's time limit
  kBusy,       // the machine was too busy to tell
};

fields::Words<Verdict> words(Verdict);

// False for kSlow and kBusy: asked again, the answer may be another one. These are never
// remembered.
bool is_lasting(Verdict verdict);

struct Answer {
  Verdict verdict = Verdict::kInvalid;
  double seconds = 0;             // of all runs together
  std::optional<Signature> seen;  // the failure that showed, if one did
  int failures = 0;               // runs that showed the problem's failure …
  int runs = 1;                   // … of so many
  std::string reason;             // one line for people; may be empty
  double proved_ms = 0;           // from the last event to the proof of a hang; 0: none was proved
};

struct Problem {
  Candidate original;
  std::string canonical;  // the original's canonical form: see Proposal
  Signature signature;
  // What was said of the original, where that is known. Do say it for a failure that is measured to
  // be flaky: asked again, the original could seem to pass.
  std::optional<Answer> answer;
};

}  // namespace gridlock::minimizer
