// The proposals of a pass for one candidate. The proposal for each set of choices is made once and
// remembered.
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

  // Makes all new proposals in one call to the pass.
  void prepare(std::span<const Choices> all);

  const Prepared& of(const Choices& choices);  // valid as long as this object

 private:
  Edits& edits_;
  std::map<Choices, Prepared> made_;
};

}  // namespace gridlock::minimizer
