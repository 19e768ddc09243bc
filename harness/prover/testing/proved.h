// Proves a deadlock in a job that does not change, and has the checker verify the certificate.
// Throws if nothing is proved or if the checker rejects the certificate.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/checker/checker.h"
#include "harness/prover/certificate.h"
#include "harness/prover/prover.h"
#include "harness/prover/testing/builder.h"
#include "harness/prover/testing/tables.h"

namespace gridlock::prover::testing {

inline Finding proved(const JobBuilder& job, const Semantics& semantics = lasting_peers()) {
  const auto finding = prove(job, job, semantics);
  if (!finding || finding->kind != facts::Kind::kDeadlock)
    throw std::runtime_error("nothing is proved");
  const auto why = checker::check(certificate(*finding, job, job, semantics).dump(), semantics);
  if (why) throw std::runtime_error(*why);
  return *finding;
}

}  // namespace gridlock::prover::testing
