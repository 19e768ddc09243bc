// Plans for tests, from the text of a matrix of the toy case.
#pragma once

#include <set>
#include <string>

#include "matrix/planner.h"
#include "matrix/test_files.h"

namespace gridlock::matrix {

inline std::set<std::string> ids(const Plan& plan) {
  std::set<std::string> result;
  for (const PlannedCell& planned : plan.cells) result.insert(planned.cell.id);
  return result;
}

inline std::set<std::string> ids(const Plan& plan, CellRole role) {
  std::set<std::string> result;
  for (const PlannedCell& planned : plan.cells) {
    if (planned.role == role) result.insert(planned.cell.id);
  }
  return result;
}

inline Plan plan_of(TestFiles& files, const std::string& text, const Machine& machine = {},
                    const PlanOptions& options = {}) {
  return plan(files.matrix(text), machine, options);
}

inline std::string plan_error(TestFiles& files, const std::string& text,
                              const PlanOptions& options = {}) {
  try {
    plan_of(files, text, {}, options);
  } catch (const InputError& problem) {
    return problem.what();
  }
  return "";
}

inline const PlanOptions kAll{0, ""};

}  // namespace gridlock::matrix
