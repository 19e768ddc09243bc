#include "harness/checker/checker.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/checker/claim.h"
#include "harness/checker/explanation.h"
#include "harness/facts/certificate.h"

namespace gridlock::checker {
namespace {

std::set<int> existing(const std::vector<int>& ranks, const char* what, std::size_t count) {
  for (int rank : ranks) {
    if (static_cast<std::size_t>(rank) >= count)
      throw Rejected("the certificate names a rank that does not exist");
  }
  if (ranks.empty()) throw Rejected(std::string("the certificate has no ranks in '") + what + "'");
  return {ranks.begin(), ranks.end()};
}

void check_certificate(const Certificate& certificate, const Semantics& semantics) {
  const facts::FindingRecord& finding = certificate.finding;
  if (finding.verdict != "deadlock" || !finding.proved) {
    throw Rejected("the file is not the certificate of a deadlock");
  }
  const Snapshot& second = certificate.second;
  const std::size_t count = second.ranks.size();
  if (certificate.first.ranks.size() != count)
    throw Rejected("the two snapshots have different numbers of ranks");
  const std::set<int> at_fault = existing(finding.ranks, "finding.ranks", count);
  const Claim proof{certificate.first,
                    second,
                    semantics,
                    existing(certificate.ranks, "ranks", count),
                    {certificate.calls.begin(), certificate.calls.end()}};
  bool blocked = false;
  for (int rank : proof.ranks) {
    proof.check_rank(rank);
    blocked = blocked || std::ranges::count(second.ranks[static_cast<std::size_t>(rank)].threads,
                                            Thread::State::kBlocked, &Thread::state) > 0;
  }
  if (!blocked) throw Rejected("no rank waits in a call");
  for (const CallId& call : proof.calls) proof.check_call(call);
  const Waits waits = waits_of(proof);
  check_reasons(waits, certificate.reasons);
  check_waiting(certificate.reasons, finding.waiting_for);
  check_fault(proof, waits, at_fault);
  check_assumptions(proof, certificate.assumptions);
}

}  // namespace

std::optional<std::string> check(std::string_view certificate_json, const Semantics& semantics) {
  if (!nlohmann::json::accept(certificate_json)) return "it is not JSON";
  try {
    check_certificate(certificate_from_json(nlohmann::json::parse(certificate_json)), semantics);
  } catch (const std::exception& error) {
    return error.what();
  }
  return std::nullopt;
}

}  // namespace gridlock::checker
