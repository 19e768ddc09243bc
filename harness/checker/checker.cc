#include "harness/checker/checker.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/checker/claim.h"
#include "harness/facts/certificate.h"
#include "harness/facts/facts_json.h"
#include "harness/text/rank_list.h"

namespace gridlock::checker {
namespace {

using nlohmann::json;

constexpr int kClasses = 15;

std::string text(const json& certificate, const char* field) {
  if (!certificate.contains(field) || !certificate[field].is_string()) {
    throw Rejected(std::string("no text '") + field + "'");
  }
  return certificate[field].get<std::string>();
}

std::set<int> ranks(const json& certificate, const char* field, std::size_t count) {
  const std::vector<int> list = text::parse_rank_list(text(certificate, field));
  for (int rank : list) {
    if (static_cast<std::size_t>(rank) >= count) throw Rejected("a rank that does not exist");
  }
  if (list.empty()) throw Rejected(std::string("no ranks in '") + field + "'");
  return {list.begin(), list.end()};
}

std::set<CallId> calls(const json& certificate) {
  if (!certificate.contains("calls") || !certificate["calls"].is_array()) {
    throw Rejected("no list 'calls'");
  }
  std::set<CallId> result;
  for (const json& call : certificate["calls"]) {
    if (!call.is_array() || call.size() != 2 || !call[0].is_number_unsigned() ||
        !call[1].is_number_unsigned()) {
      throw Rejected("a call is a rank and a number");
    }
    result.insert({call[0].get<int>(), call[1].get<std::uint32_t>()});
  }
  return result;
}

void check_head(const json& certificate) {
  if (!certificate.is_object() || certificate.value("gridlock_certificate", json()) != 1) {
    throw Rejected("not a certificate of this version");
  }
  if (text(certificate, "digest") != certificate_digest(certificate)) {
    throw Rejected("the digest does not match: the certificate was changed");
  }
  if (text(certificate, "kind") != name(Kind::kDeadlock))
    throw Rejected("not the certificate of a deadlock");
  const std::string cls = text(certificate, "class");
  bool known = false;
  for (int i = 0; i < kClasses; ++i) known = known || cls == name(static_cast<Class>(i));
  if (!known) throw Rejected("'" + cls + "' is not a class");
}

void check_certificate(const json& certificate, const Semantics& semantics) {
  check_head(certificate);
  const Snapshot first = snapshot_from_json(certificate.value("first", json()));
  const Snapshot second = snapshot_from_json(certificate.value("second", json()));
  if (first.ranks.size() != second.ranks.size()) throw Rejected("the snapshots differ in ranks");
  ranks(certificate, "at_fault", second.ranks.size());
  const Claim proof{first, second, semantics, ranks(certificate, "ranks", second.ranks.size()),
                    calls(certificate)};
  bool blocked = false;
  for (int rank : proof.ranks) {
    proof.check_rank(rank);
    blocked = blocked || std::ranges::count(second.ranks[static_cast<std::size_t>(rank)].threads,
                                            Thread::State::kBlocked, &Thread::state) > 0;
  }
  if (!blocked) throw Rejected("no rank waits in a call");
  for (const CallId& call : proof.calls) proof.check_call(call);
}

}  // namespace

std::optional<std::string> check(std::string_view certificate_json, const Semantics& semantics) {
  try {
    check_certificate(json::parse(certificate_json), semantics);
  } catch (const std::exception& error) {
    return error.what();
  }
  return std::nullopt;
}

}  // namespace gridlock::checker
