#include "minimizer/ablation/script_questions.h"

#include "minimizer/ablation/survey.h"

namespace gridlock::minimizer {

ScriptQuestions::ScriptQuestions(const AskedScript& script, Oracle& forked, Oracle& fresh,
                                 State* state, const Budget& budget, const std::stop_token& stop)
    : script_(script),
      forked_(script.problem, forked, state ? state->known() : Known{}, state, budget, stop, [] {}),
      fresh_(script.problem, fresh, state ? state->known() : Known{}, state, budget, stop, [] {}) {}

Answer ScriptQuestions::ask(const Question& question, const std::vector<Question>& likely) {
  std::vector<Prepared> questions{prepared(candidate_of(question))};
  for (const Question& next : likely) {
    if (next.setting.fresh == question.setting.fresh) {
      questions.push_back(prepared(candidate_of(next)));
    }
  }
  const auto answer = (question.setting.fresh ? fresh_ : forked_).ask(questions);
  if (!answer) throw Unanswered{};
  return *answer;
}

std::pair<Answer, std::vector<std::string>> ScriptQuestions::ask_for_names(
    const Question& question) {
  const process::TemporaryFolder folder("names");  // its unique name makes the candidate new
  const Candidate candidate = with_report(candidate_of(question), folder.path());
  const auto answer = forked_.ask({prepared(candidate)});
  if (!answer) throw Unanswered{};
  return {*answer, read_survey(folder.path(), script_.name).applied};
}

int ScriptQuestions::asked() const {
  return forked_.statistics().asked + fresh_.statistics().asked;
}

int ScriptQuestions::cached() const {
  return forked_.statistics().cached + fresh_.statistics().cached;
}

Prepared ScriptQuestions::prepared(const Candidate& candidate) const {
  return {{candidate, "", ""}, key_of(candidate.text, candidate.launch)};
}

Candidate ScriptQuestions::candidate_of(const Question& question) const {
  return with_setting(script_.problem.original, question.setting, script_.folder);
}

}  // namespace gridlock::minimizer
