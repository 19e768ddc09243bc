#include "golden/student_t.h"

#include <boost/math/distributions/students_t.hpp>
#include <limits>

namespace gridlock::golden {
namespace {

// Makes Boost return infinity where it would throw std::overflow_error.
using Policy = boost::math::policies::policy<
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>>;

}  // namespace

double student_t(std::size_t degrees, double probability) {
  if (probability >= 1) return 0;
  if (degrees == 0 || !(probability > 0)) return std::numeric_limits<double>::infinity();
  const boost::math::students_t_distribution<double, Policy> t(static_cast<double>(degrees));
  return quantile(complement(t, probability / 2));
}

}  // namespace gridlock::golden
