// How torch compiles in one run of a script, whose text stays the same. The rank applies the
// setting: harness/rank/gridlock/start/ablation.py.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "minimizer/ablation/rung.h"
#include "minimizer/problem.h"

namespace gridlock::minimizer {

// Limits a subsystem of torch's CompilerBisector to its first `limit` applications.
struct Bisect {
  std::string backend;
  std::string subsystem;
  int limit = 0;

  bool operator==(const Bisect&) const = default;
};

struct Setting {
  std::optional<Rung> highest;  // no higher back end runs; nothing: the script's own
  std::set<int> disabled;       // numbers of torch.compile calls that do nothing, from 0
  std::map<std::string, std::string> config;  // entry → value as JSON; overrides the script
  std::optional<Bisect> bisect;
  std::set<std::string> unset;  // variables; only a fresh interpreter can run without one
  bool fresh = false;           // in fresh interpreters

  bool operator==(const Setting&) const = default;
};

// Returns the script under that setting. `folder` has the modules that the script imports.
Candidate with_setting(const Candidate& script, const Setting& setting, const std::string& folder);

// Returns the same run, with a report of its compilations in files of `folder` (survey.h).
Candidate with_report(Candidate candidate, const std::string& folder);

// Returns a value of a configuration as Python writes it: "True" for "true".
std::string python_value(const std::string& json);

}  // namespace gridlock::minimizer
