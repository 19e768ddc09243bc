#include "matrix/covering/field.h"

namespace gridlock::matrix::covering {

namespace {

int smallest_divisor(int n) {
  int d = 2;
  while (n % d != 0) ++d;
  return d;
}

bool is_prime_power(int n) {
  if (n < 2) return false;
  const int p = smallest_divisor(n);
  while (n % p == 0) n /= p;
  return n == 1;
}

// Returns a + c·b. The digits of the operands are added separately, modulo p.
int add_scaled(int a, int c, int b, int p) {
  int result = 0;
  for (int place = 1; a > 0 || b > 0; place *= p, a /= p, b /= p)
    result += (a % p + c * (b % p)) % p * place;
  return result;
}

// Returns the product of two polynomials modulo x^n + rest, by Horner's rule. The polynomials have
// degrees below n, and q = p^n.
int multiply_modulo(int a, int b, int rest, int p, int q) {
  int result = 0;
  for (int place = q / p; place > 0; place /= p) {
    const int carried = result * p / q;  // the coefficient of x^n, which is -rest
    result = add_scaled(result * p % q, p - carried, rest, p);
    result = add_scaled(result, a / place % p, b, p);
  }
  return result;
}

}  // namespace

int next_prime_power(int n) {
  while (!is_prime_power(n)) ++n;
  return n;
}

Field::Field(int q) : q_(q), sums_(q * q), products_(q * q) {
  const int p = smallest_divisor(q);
  for (int a = 0; a < q; ++a)
    for (int b = 0; b < q; ++b) sums_[a * q + b] = add_scaled(a, 1, b, p);
  // Tries polynomials x^n + rest until one is irreducible. An irreducible polynomial leaves no
  // divisors of zero.
  bool divisors_of_zero = true;
  for (int rest = 0; divisors_of_zero; ++rest) {
    divisors_of_zero = false;
    for (int a = 1; a < q; ++a)
      for (int b = 1; b < q; ++b) {
        products_[a * q + b] = multiply_modulo(a, b, rest, p, q);
        divisors_of_zero = divisors_of_zero || products_[a * q + b] == 0;
      }
  }
}

}  // namespace gridlock::matrix::covering
