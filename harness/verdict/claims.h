// Decides which claims of a matrix hold for its cells. Cells that differ only in the claim's axis,
// and in the axes that vary along with it, form a group; a claim must hold in each group.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/verdict/record.h"

namespace gridlock::verdict {

enum class ClaimAnswer { kHeld, kBroken, kNotJudged };

struct ClaimPoint {
  std::string at;  // the value of the axis
  double value = 0;
};

struct ClaimFinding {
  std::string name;
  std::string metric, unit, over;
  std::string law;    // "linear"
  double factor = 1;  // how many times further than the law a number may be
  std::string issue;  // not "": the claim is known to be broken
  ClaimAnswer answer = ClaimAnswer::kNotJudged;
  std::string sentence = {};  // how the number depends on the axis, or why that is unknown
  std::size_t groups = 0;
  // The group that is furthest from the claim, in the order of the axis.
  std::string cell = {};  // the group's last cell
  std::vector<ClaimPoint> points = {};

  // Returns whether the finding fails the run.
  bool is_unexpected() const { return answer == ClaimAnswer::kBroken && issue.empty(); }
};

// Returns "held", "broken" or "not judged".
const char* word_of(ClaimAnswer answer);

Json to_json(const ClaimFinding& finding);

// Returns for each claim of the plan how many groups of cells will decide it, if each cell is
// trained to its end. 0: no cell that can be trained here decides it.
std::vector<std::size_t> groups_that_decide(const matrix::Plan& plan);

// Judges the claims by the cells that were trained to their end.
std::vector<ClaimFinding> judge_claims(const std::vector<matrix::PlannedClaim>& claims,
                                       const std::vector<CellRecord>& records);

}  // namespace gridlock::verdict
