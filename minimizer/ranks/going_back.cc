#include "minimizer/ranks/going_back.h"

namespace gridlock::minimizer {

std::size_t last_that_holds(std::size_t last, const std::function<bool(std::size_t)>& holds) {
  std::size_t good = 0, bad = last;
  while (bad > good + 1) {
    const std::size_t middle = good + (bad - good) / 2;
    (holds(middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace gridlock::minimizer
