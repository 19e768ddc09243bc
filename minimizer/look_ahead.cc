#include "minimizer/look_ahead.h"

#include <algorithm>
#include <utility>

namespace gridlock::minimizer {
namespace {

constexpr double kUnlikely = 0.01;

struct Future {
  Search search;
  double chance;
};

// Removes and returns the `count` likeliest futures. Discards futures that are too unlikely, and
// futures whose search is done.
std::vector<Future> take_likeliest(std::vector<Future>& futures, std::size_t count) {
  std::erase_if(futures, [](const Future& f) { return f.search.done() || f.chance < kUnlikely; });
  std::ranges::stable_sort(futures, std::greater(), &Future::chance);
  count = std::min(count, futures.size());
  std::vector<Future> taken(std::make_move_iterator(futures.begin()),
                            std::make_move_iterator(futures.begin() + count));
  futures.erase(futures.begin(), futures.begin() + count);
  return taken;
}

void prepare_all(const std::vector<Future>& futures, Proposals& proposals) {
  std::vector<Choices> questions;
  for (const Future& future : futures) questions.push_back(future.search.question());
  proposals.prepare(questions);
}

}  // namespace

std::optional<Place> tell(Search& search, const Answer& answer) {
  if (answer.verdict == Verdict::kSame) return search.tell(true);
  if (answer.verdict == Verdict::kInvalid) return search.tell(false, "invalid");
  return search.tell(false, answer.seen ? to_string(*answer.seen) : "");
}

std::vector<const Prepared*> look_ahead(const Search& search, int count, Proposals& proposals,
                                        const Knowledge& knowledge) {
  std::vector<const Prepared*> open;
  std::vector<Future> futures{{search, 1.0}};
  const auto missing = [&] { return static_cast<std::size_t>(count) - open.size(); };
  while (missing() > 0) {
    std::vector<Future> likeliest = take_likeliest(futures, missing());
    if (likeliest.empty()) break;
    prepare_all(likeliest, proposals);
    for (Future& future : likeliest) {
      const Prepared& question = proposals.of(future.search.question());
      if (const auto known = knowledge(question)) {
        tell(future.search, *known);
        futures.push_back(std::move(future));
        continue;
      }
      const auto same_key = [&](const Prepared* other) { return other->key == question.key; };
      if (std::ranges::none_of(open, same_key)) open.push_back(&question);
      const double chance = future.search.chance();
      Future stays = future;
      stays.search.tell(true);
      stays.chance *= chance;
      future.search.tell(false);
      future.chance *= 1 - chance;
      futures.push_back(std::move(stays));
      futures.push_back(std::move(future));
    }
  }
  return open;
}

}  // namespace gridlock::minimizer
