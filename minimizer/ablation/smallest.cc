#include "minimizer/ablation/smallest.h"

#include "minimizer/drop_search.h"

namespace gridlock::minimizer {
namespace {

// The state of a search. A copy of it can be given an assumed answer.
struct Position {
  DropSearch search;
  Without dropped = {};

  Without question() const {
    Without without = dropped;
    const auto more = search.question();
    without.insert(more.begin(), more.end());
    return without;
  }

  // Takes the answer and moves to the next question that must be asked. The question about dropping
  // `all` items is skipped, because the property is then lost.
  void tell(bool held, const Without& all) {
    if (held) dropped = question();
    search.tell(held);
    skip_known(all);
  }
  void skip_known(const Without& all) {
    while (!search.done() && question() == all) search.tell(false);
  }
};

// Returns the next question for each of the two possible answers.
std::vector<Without> next_questions(const Position& position, const Without& all) {
  std::vector<Without> likely;
  for (const bool held : {false, true}) {
    Position next = position;
    next.tell(held, all);
    if (!next.search.done()) likely.push_back(next.question());
  }
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
  // `count` is the expected gap if only one item is needed.
  Position position{DropSearch(std::move(items), count)};
  position.skip_known(all);
  while (!position.search.done()) {
    position.tell(holds(position.question(), next_questions(position, all)), all);
  }
  return complement(position.dropped, count);
}

int first_failing(int passes, int fails, const std::function<bool(int)>& failing) {
  while (fails - passes > 1) {
    const int middle = passes + (fails - passes) / 2;
    (failing(middle) ? fails : passes) = middle;
  }
  return fails;
}

}  // namespace gridlock::minimizer
