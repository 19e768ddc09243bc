// Finds the part of the compiler that a failure needs. Five searches run one after another, and
// each uses the results of the earlier ones. They find the first backend of the ladder that fails,
// the compiled regions, the entries of torch's configuration, the applications of the compiler's
// passes, and the environment variables. The searches do not depend on how questions are answered.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "minimizer/ablation/flips.h"
#include "minimizer/ablation/questions.h"
#include "minimizer/ablation/survey.h"

namespace gridlock::minimizer {

// The application of a compiler pass or operator with which the failure begins to show.
struct Culprit {
  std::string subsystem;  // "post_grad_passes"
  int number = 0;         // number of the application, from 1 …
  int applied = 0;        // … out of this number of applications
  std::string name;       // the pass or the operator; may be empty
};

struct Ablation {
  Rung own = Rung::kInductor;       // the script's own backend
  std::optional<Rung> first;        // the first rung that fails; nullopt if not known yet
  std::string contradiction;        // why the ladder's results contradict each other, or ""
  std::set<int> regions;            // indexes of the regions that must be compiled; may be empty
  std::vector<Flip> gone_with;      // a smallest set of flips that makes the failure go away
  std::optional<Culprit> culprit;   // the compiler pass that the failure needs
  std::set<std::string> variables;  // variables that the failure needs
  bool finished = false;            // all searches have ended

  bool needs_the_compiler() const { return first && *first != Rung::kNone; }
};

// Runs the searches. `variables` are the environment variables that are set and may matter. If
// `questions` cannot answer a question, returns the results so far.
Ablation ablate(const Survey& survey, const std::vector<std::string>& variables,
                Questions& questions, const AblationListener& listener);

// Returns a sentence such as "fails from aot_eager on (AOTAutograd), needs region 2 compiled
// (model.py:41), gone with …".
std::string sentence_of(const Ablation& ablation, const Survey& survey);

}  // namespace gridlock::minimizer
