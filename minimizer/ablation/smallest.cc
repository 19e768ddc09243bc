#include "minimizer/ablation/smallest.h"

#include "minimizer/drop_search.h"

namespace gridlock::minimizer {
namespace {

Without with_question(Without dropped, const DropSearch& search) {
  const auto question = search.question();
  dropped.insert(question.begin(), question.end());
  return dropped;
}

// What is asked after either answer.
std::vector<Without> next_questions(const Without& dropped, const DropSearch& search) {
  std::vector<Without> likely;
  DropSearch if_held = search, if_lost = search;
  if_held.tell(true);
  if_lost.tell(false);
  if (!if_lost.done()) likely.push_back(with_question(dropped, if_lost));
  if (!if_held.done()) likely.push_back(with_question(with_question(dropped, search), if_held));
  return likely;
}

}  // namespace

Without complement(const Without& some, int count) {
  Without others;
  for (int id = 0; id < count; ++id) {
    if (!some.contains(id)) others.insert(id);
  }
  return others;
}

Without smallest(int count, const HoldsWithout& holds) {
  const Without all = complement({}, count);
  if (count < 2) return all;
  std::vector<DropSearch::Item> items;
  for (const int id : all) items.push_back({id, 1});
  DropSearch search(std::move(items), count);  // one is needed
  Without dropped;
  while (!search.done()) {
    const Without question = with_question(dropped, search);
    std::vector<Without> likely = next_questions(dropped, search);
    std::erase(likely, all);
    const bool held = question != all && holds(question, likely);
    if (held) dropped = question;
    search.tell(held);
  }
  return complement(dropped, count);
}

int first_failing(int passes, int fails, const std::function<bool(int)>& failing) {
  while (fails - passes > 1) {
    const int middle = passes + (fails - passes) / 2;
    (failing(middle) ? fails : passes) = middle;
  }
  return fails;
}

}  // namespace gridlock::minimizer
