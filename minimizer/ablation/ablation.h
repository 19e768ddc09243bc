// Finds the part of the compiler that a failure needs. Five searches, each on the result of those
// before: the first back end of the ladder that fails, the compiled regions, entries of torch's
// configuration, applications of the compiler's passes, and variables. Pure: the source of the
// answers is hidden.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "minimizer/ablation/flips.h"
#include "minimizer/ablation/questions.h"
#include "minimizer/ablation/survey.h"

namespace gridlock::minimizer {

// The failure shows with this application, and not without it.
struct Culprit {
  std::string subsystem;  // "post_grad_passes"
  int number = 0;         // from 1 …
  int applied = 0;        // … out of this number of applications
  std::string name;       // the pass or the operator; may be empty
};

struct Ablation {
  Rung own = Rung::kInductor;       // the script's own back end
  std::optional<Rung> first;        // the first rung that fails; nothing: not known yet
  std::string contradiction;        // why the ladder is not reliable; "": it is
  std::set<int> regions;            // regions that must be compiled, from 0; empty: not known
  std::vector<Flip> gone_with;      // a smallest set that makes the failure go away
  std::optional<Culprit> culprit;   // the application of a compiler pass
  std::set<std::string> variables;  // variables without which the script does not fail
  bool finished = false;            // all searches have ended

  bool needs_the_compiler() const { return first && *first != Rung::kNone; }
};

// `variables`: set variables that may matter. Ends early, with the results so far, if a question is
// not answered.
Ablation ablate(const Survey& survey, const std::vector<std::string>& variables,
                Questions& questions, const AblationListener& listener);

// Returns "fails from aot_eager on (AOTAutograd), needs region 2 compiled (model.py:41), gone with
// …".
std::string sentence_of(const Ablation& ablation, const Survey& survey);

}  // namespace gridlock::minimizer
