// How torch compiles in one run of a script, whose text stays as it is. The rank applies it:
// harness/rank/gridlock/start/ablation.py.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "minimizer/ablation/rung.h"
#include "minimizer/problem.h"

namespace gridlock::minimizer {

// Only the first `limit` applications of a subsystem of torch's CompilerBisector.
struct Bisect {
  std::string backend;
  std::string subsystem;
  int limit = 0;

  bool operator==(const Bisect&) const = default;
};

struct Setting {
  std::optional<Rung> highest;  // no back end above it runs; nothing: the script's own
  std::set<int> disabled;       // calls of torch.compile that do nothing, from 0
  std::map<std::string, std::string> config;  // entry → value as JSON, whatever the script sets
  std::optional<Bisect> bisect;
  std::set<std::string> unset;  // variables; only a fresh interpreter can do without one
  bool fresh = false;           // in fresh interpreters

  bool operator==(const Setting&) const = default;
};

// The script under that setting. `folder` has the modules that the script imports.
Candidate with_setting(const Candidate& script, const Setting& setting, const std::string& folder);

// The same run, which writes what it compiles into files of `folder` (survey.h).
Candidate with_report(Candidate candidate, const std::string& folder);

// A value of a configuration as Python writes it: "True" for "true".
std::string python_value(const std::string& json);

}  // namespace gridlock::minimizer
