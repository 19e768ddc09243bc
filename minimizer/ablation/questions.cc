#include "minimizer/ablation/questions.h"

namespace gridlock::minimizer {

Answer Investigation::ask(const Question& question, const std::vector<Question>& likely) {
  const Answer answer = questions_.ask(question, likely);
  listener_.on_answer(question, answer);
  return answer;
}

std::pair<Answer, std::vector<std::string>> Investigation::ask_for_names(const Question& question) {
  auto seen = questions_.ask_for_names(question);
  listener_.on_answer(question, seen.first);
  return seen;
}

}  // namespace gridlock::minimizer
