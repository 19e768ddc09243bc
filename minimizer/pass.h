// A pass only proposes: it finds the places where a candidate could be smaller, and writes the
// candidate that follows from choices among them. The engine decides which candidates to try, to
// ask about and to keep.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "minimizer/forest.h"
#include "minimizer/problem.h"

namespace gridlock::minimizer {

// The candidate that follows from some choices, or the reason for its refusal.
struct Proposal {
  std::optional<Candidate> candidate;  // none: refused, without asking the oracle
  // Equal, over all passes, for candidates whose differences cannot matter (blanks, comments). The
  // hash of the canonical form and the launch is the key under which answers are remembered.
  std::string canonical;
  std::string refusal;  // why there is no candidate: "unbound name 'x'"
  // Refused since all ranks make all their calls to the end: the candidate is sound and hangs
  // nowhere.
  bool completes = false;
};

// A pass at work on one candidate. Calls may be costly: they are made in batches, and never twice
// for equal choices.
class Edits {
 public:
  virtual ~Edits() = default;
  virtual const Forest& forest() const = 0;

  // Returns one proposal for each of `all`. The choices are closed (Forest::close) and always refer
  // to the candidate that the pass was opened on.
  virtual std::vector<Proposal> apply(std::span<const Choices> all) = 0;
};

class Pass {
 public:
  virtual ~Pass() = default;
  virtual std::string_view name() const = 0;

  // Returns true for a pass that works on the leftovers of the others: it has many places, few of
  // which can be made smaller.
  virtual bool is_late() const { return false; }

  // Opens the pass on `candidate`. It proposes only candidates that are simpler by an order of its
  // own, so no two passes undo each other forever. One Edits is open at a time.
  virtual std::unique_ptr<Edits> open(const Candidate& candidate) = 0;
};

}  // namespace gridlock::minimizer
