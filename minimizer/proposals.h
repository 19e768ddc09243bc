// Keeps the proposals of a pass for one candidate. Each set of choices is proposed only once.
#pragma once

#include <map>
#include <span>

#include "minimizer/key.h"
#include "minimizer/pass.h"

namespace gridlock::minimizer {

struct Prepared {
  Proposal proposal;
  Key key;  // "" if the proposal is refused
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
