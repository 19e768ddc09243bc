// What a pass proposes on one candidate, each choice made once and remembered.
#pragma once

#include <map>
#include <span>

#include "minimizer/key.h"
#include "minimizer/pass.h"

namespace gridlock::minimizer {

struct Prepared {
  Proposal proposal;
  Key key;  // "" when refused
};

class Proposals {
 public:
  explicit Proposals(Edits& edits) : edits_(edits) {}

  // In one call to the pass for all that are new.
  void prepare(std::span<const Choices> all);

  const Prepared& of(const Choices& choices);  // valid as long as this is

 private:
  Edits& edits_;
  std::map<Choices, Prepared> made_;
};

}  // namespace gridlock::minimizer
