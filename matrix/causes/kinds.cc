#include "matrix/causes/kinds.h"

#include <algorithm>
#include <cmath>

namespace gridlock::matrix::causes {
namespace {

constexpr double kSignatureWeight = 0.5;

// Returns the gain for failures of which these numbers are of each kind (Pólya's urn).
double gain_of(const std::vector<std::size_t>& counts) {
  const auto kinds = static_cast<double>(counts.size());
  double total = 0, likelihood = 0;
  for (const std::size_t count : counts) {
    const auto number = static_cast<double>(count);
    total += number;
    if (count > 0) likelihood += std::lgamma(1 / kinds + number) - std::lgamma(1 / kinds);
  }
  return total * std::log(kinds) + likelihood - std::lgamma(1 + total);
}

}  // namespace

Kinds::Kinds(const std::vector<Observation>& observations) : size_(observations.size()) {
  for (std::size_t i = 0; i < size_; ++i) {
    if (!observations[i].failed()) continue;
    Verdict& verdict = verdict_of(observations[i]);
    verdict.failures.set(i);
    auto signature = std::ranges::find(verdict.signatures, observations[i].signature,
                                       [](const auto& known) { return known.first; });
    if (signature == verdict.signatures.end()) {
      signature = verdict.signatures.insert(signature, {observations[i].signature, Bits(size_)});
    }
    signature->second.set(i);
  }
  for (const Verdict& verdict : verdicts_) {
    const double signatures = std::log(static_cast<double>(verdict.signatures.size()));
    most_per_failure_ = std::max(most_per_failure_, kSignatureWeight * signatures);
  }
  if (!verdicts_.empty()) most_per_failure_ += std::log(static_cast<double>(verdicts_.size()));
}

Kinds::Verdict& Kinds::verdict_of(const Observation& observation) {
  const auto known = std::ranges::find(verdicts_, observation.verdict, &Verdict::name);
  if (known != verdicts_.end()) return *known;
  return verdicts_.emplace_back(Verdict{observation.verdict, Bits(size_), {}});
}

double Kinds::gain(const Bits& failures) const {
  if (most_per_failure_ == 0) return 0;
  double gain = 0;
  std::vector<std::size_t> verdicts, signatures;
  for (const Verdict& verdict : verdicts_) {
    verdicts.push_back(verdict.failures.count_with(failures));
    if (verdicts.back() == 0 || verdict.signatures.size() == 1) continue;
    signatures.clear();
    for (const auto& [name, bits] : verdict.signatures)
      signatures.push_back(bits.count_with(failures));
    gain += kSignatureWeight * gain_of(signatures);
  }
  return gain + gain_of(verdicts);
}

std::vector<Bits> Kinds::groups() const {
  std::vector<Bits> groups;
  for (const Verdict& verdict : verdicts_) {
    groups.push_back(verdict.failures);
    if (verdict.signatures.size() == 1) continue;
    for (const auto& [name, bits] : verdict.signatures) groups.push_back(bits);
  }
  return groups;
}

}  // namespace gridlock::matrix::causes
