// A pass only proposes. It finds the pieces of a candidate that could be made smaller, and writes
// the candidate that results from choices for these pieces. The engine decides which candidates to
// write, to submit to the oracle and to keep.
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

// The candidate that results from some choices, or the reason for its refusal.
struct Proposal {
  std::optional<Candidate> candidate;  // none if the proposal is refused without asking the oracle
  // The canonical form of the candidate. Candidates that differ only in details that cannot matter,
  // such as blanks and comments, have the same canonical form in all passes. Answers are remembered
  // under the hash of the canonical form and the launch.
  std::string canonical;
  std::string refusal;  // why there is no candidate: "unbound name 'x'"
  // The proposal is refused because all ranks complete all their calls. The script can run, but it
  // cannot hang.
  bool completes = false;
};

// A pass that is opened on one candidate. Calls of apply() may be costly, so they are made in
// batches and never repeated for equal choices.
class Edits {
 public:
  virtual ~Edits() = default;
  virtual const Forest& forest() const = 0;

  // Returns one proposal for each item of `all`. The choices are closed (Forest::close) and refer
  // to the candidate on which the pass was opened.
  virtual std::vector<Proposal> apply(std::span<const Choices> all) = 0;
};

class Pass {
 public:
  virtual ~Pass() = default;
  virtual std::string_view name() const = 0;

  // Returns true for a pass that should run after the others, because few of its many pieces can be
  // made smaller.
  virtual bool is_late() const { return false; }

  // Opens the pass on `candidate`. All proposals of a pass are simpler in the pass's own order, so
  // no two passes undo each other forever. At most one Edits exists at a time.
  virtual std::unique_ptr<Edits> open(const Candidate& candidate) = 0;
};

}  // namespace gridlock::minimizer
