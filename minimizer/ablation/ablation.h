// Which part of the compiler does a failure need? Five searches, each on what the ones before have
// left: the first back end of the ladder that fails, the compiled regions, entries of torch's
// configuration, applications of the compiler's passes, and variables. Pure: who answers is hidden.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "minimizer/ablation/flips.h"
#include "minimizer/ablation/questions.h"
#include "minimizer/ablation/survey.h"

namespace gridlock::minimizer {

// The failure shows once this application is made, and does not before.
struct Culprit {
  std::string subsystem;  // "post_grad_passes"
  int number = 0;         // from 1 …
  int applied = 0;        // … of so many
  std::string name;       // of the pass or the operator; may be empty
};

struct Ablation {
  Rung own = Rung::kInductor;       // what the script compiles with
  std::optional<Rung> first;        // the first rung that fails; nothing: not known yet
  std::string contradiction;        // why the ladder is not to be relied on; "": it is
  std::set<int> regions;            // those that must be compiled, from 0; empty: not known
  std::vector<Flip> gone_with;      // a smallest set without which the failure stays
  std::optional<Culprit> culprit;   // of the compiler's passes
  std::set<std::string> variables;  // those without which it does not fail
  bool finished = false;            // all searches have ended

  bool needs_the_compiler() const { return first && *first != Rung::kNone; }
};

// `variables`: those that are set and may matter. Ends early, with what is known by then, where a
// question is not answered.
Ablation ablate(const Survey& survey, const std::vector<std::string>& variables,
                Questions& questions, const AblationListener& listener);

// "fails from aot_eager on (AOTAutograd), needs region 2 compiled (model.py:41), gone with …"
std::string sentence_of(const Ablation& ablation, const Survey& survey);

}  // namespace gridlock::minimizer
