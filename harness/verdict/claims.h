// Decides which claims of a matrix hold for its cells. Cells that differ only in the axis of the
// claim, and in axes that vary with this axis, form a group. A claim must hold in every group.
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
  double factor = 1;  // factor by which a value may exceed the law
  std::string issue;  // the known issue that breaks the claim; "" = none
  ClaimAnswer answer = ClaimAnswer::kNotJudged;
  std::string sentence = {};  // how the value depends on the axis, or why this is unknown
  std::size_t groups = 0;
  // The group that is furthest from the claim. Its points are in the order of the axis.
  std::string cell = {};  // the group's last cell
  std::vector<ClaimPoint> points = {};

  // Returns whether the finding makes the run fail.
  bool is_unexpected() const { return answer == ClaimAnswer::kBroken && issue.empty(); }
};

// Returns "held", "broken" or "not judged".
const char* word_of(ClaimAnswer answer);

Json to_json(const ClaimFinding& finding);

// For each claim of the plan, returns the number of groups that have enough cells to decide the
// claim, if every cell is trained to its end. 0 means that the plan has too few cells, or that this
// machine can train too few of them.
std::vector<std::size_t> groups_that_decide(const matrix::Plan& plan);

// Judges the claims. Only cells that were trained to their end count.
std::vector<ClaimFinding> judge_claims(const std::vector<matrix::PlannedClaim>& claims,
                                       const std::vector<CellRecord>& records);

}  // namespace gridlock::verdict
