// Which claims of a matrix its cells bear out. Cells that differ in nothing but the claim's axis,
// and in what varies along with it, make a group; a claim must hold in each.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/verdict/record.h"

namespace gridlock::verdict {

enum class ClaimAnswer { kHeld, kBroken, kNotJudged };

struct ClaimPoint {
  std::string at;  // the axis's value
  double value = 0;
};

struct ClaimFinding {
  std::string name;
  std::string metric, unit, over;
  std::string law;    // "linear"
  double factor = 1;  // how many times further than the law a number may be
  std::string issue;  // it is known to be broken
  ClaimAnswer answer = ClaimAnswer::kNotJudged;
  std::string sentence = {};  // how the number depends on the axis, or why that is not known
  std::size_t groups = 0;
  // Of the group that is furthest from what is claimed, in the order of the axis.
  std::string cell = {};  // its last one
  std::vector<ClaimPoint> points = {};

  // Fails the run.
  bool is_unexpected() const { return answer == ClaimAnswer::kBroken && issue.empty(); }
};

// "held", "broken", "not judged"
const char* word_of(ClaimAnswer answer);

Json to_json(const ClaimFinding& finding);

// Of each claim of the plan: how many groups of cells, each trained to its end, will decide it. 0:
// nothing that can be trained here does.
std::vector<std::size_t> groups_that_decide(const matrix::Plan& plan);

// Of cells that were trained to their end.
std::vector<ClaimFinding> judge_claims(const std::vector<matrix::PlannedClaim>& claims,
                                       const std::vector<CellRecord>& records);

}  // namespace gridlock::verdict
