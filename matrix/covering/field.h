// The finite field GF(q). Its elements are 0 … q-1; the digits of an element in base p are the
// coefficients of a polynomial over GF(p).
#pragma once

#include <vector>

namespace gridlock::matrix::covering {

class Field {
 public:
  // Makes GF(q). q must be a prime power.
  explicit Field(int q);

  int size() const { return q_; }
  int add(int a, int b) const { return sums_[a * q_ + b]; }
  int multiply(int a, int b) const { return products_[a * q_ + b]; }

 private:
  int q_;
  std::vector<int> sums_;
  std::vector<int> products_;
};

// Returns the smallest prime power that is at least `n`.
int next_prime_power(int n);

}  // namespace gridlock::matrix::covering
