// A pass only proposes: it finds the places where a candidate could be smaller, and writes the
// candidate that follows from choices among them. What is tried, asked and kept is the engine's.
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

// What follows from some choices.
struct Proposal {
  std::optional<Candidate> candidate;  // none: refused, without asking the oracle
  // Equal for candidates that differ in nothing that could matter (blanks, comments), over all
  // passes; the hash of it and of the launch is what answers are remembered by.
  std::string canonical;
  std::string refusal;  // why there is no candidate: "unbound name 'x'"
  // It is refused since all ranks make all their calls to the end: it is sound, and hangs nowhere.
  bool completes = false;
};

// A pass at work on one candidate. Calls may be costly: they are made in batches, and never twice
// for equal choices.
class Edits {
 public:
  virtual ~Edits() = default;
  virtual const Forest& forest() const = 0;

  // One proposal for each of `all`; they are closed (Forest::close), and always about the candidate
  // that the pass was opened on.
  virtual std::vector<Proposal> apply(std::span<const Choices> all) = 0;
};

class Pass {
 public:
  virtual ~Pass() = default;
  virtual std::string_view name() const = 0;

  // Works on what the others leave: it has many places, and few of them can be made smaller.
  virtual bool is_late() const { return false; }

  // Proposes only what is simpler by an order of its own, so that no two passes undo each other for
  // ever. One Edits is open at a time.
  virtual std::unique_ptr<Edits> open(const Candidate& candidate) = 0;
};

}  // namespace gridlock::minimizer
