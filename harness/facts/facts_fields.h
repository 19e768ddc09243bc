// Describes the JSON fields of facts and certificates.
#pragma once

#include "harness/facts/certificate.h"
#include "harness/facts/facts.h"
#include "harness/facts/finding_record_fields.h"
#include "harness/facts/frame.h"
#include "harness/facts/words.h"
#include "harness/fields/description.h"
#include "harness/text/rank_list.h"

namespace gridlock::facts {

using fields::List;
using fields::optional;
using fields::required;
using fields::Type;
using fields::usual;

// A list of ranks, written as runs such as "0-3,8".
struct RankRuns {
  using Written = std::string;
  static Written write(const std::vector<int>& ranks) { return text::rank_list(ranks); }
  static std::vector<int> read(const Written& runs) { return text::parse_rank_list(runs); }
};

// An operation, written as its number, because not every operation has a name.
struct OpNumber {
  using Written = std::uint16_t;
  static Written write(trace::Op op) { return static_cast<Written>(op); }
  static trace::Op read(Written number) { return static_cast<trace::Op>(number); }
};

// A pass, written as its number.
struct PassNumber {
  using Written = std::uint8_t;
  static Written write(trace::Pass pass) { return static_cast<Written>(pass); }
  static trace::Pass read(Written number) { return static_cast<trace::Pass>(number); }
};

}  // namespace gridlock::facts

// The compiler looks for fields_of() in the namespace of the struct (argument-dependent lookup), so
// the following functions cannot be in `facts`.
namespace gridlock::trace {

constexpr auto fields_of(fields::Type<Group>) {
  using fields::optional;
  using fields::required;
  return fields::List{
      required("name", &Group::name),
      optional("description", &Group::description),
      required<facts::RankRuns>("members", &Group::members),
      optional("creation", &Group::creation),
      optional("backend", &Group::backend),
      optional("enqueued", &Group::enqueued),
      optional("connected", &Group::connected),
      optional("workers", &Group::workers),
  };
}

constexpr auto fields_of(fields::Type<Site>) {
  return fields::List{
      fields::required("site", &Site::site),
      fields::required("place", &Site::place),
  };
}

constexpr auto fields_of(fields::Type<StoreKey>) {
  return fields::List{
      fields::required("hash", &StoreKey::hash),
      fields::optional("name", &StoreKey::name),
  };
}

constexpr auto fields_of(fields::Type<Handling>) {
  return fields::List{
      fields::required("error", &Handling::error),
      fields::optional("place", &Handling::place),
  };
}

}  // namespace gridlock::trace

namespace gridlock::facts {

constexpr auto fields_of(Type<Call>) {
  return List{
      required("number", &Call::number),       optional("group", &Call::group),
      required<OpNumber>("op", &Call::op),     required("seq", &Call::seq),
      optional("peer", &Call::peer),           optional("tag", &Call::tag),
      optional("dtype", &Call::dtype),         optional("reduce_op", &Call::reduce_op),
      optional("count", &Call::count),         optional("shape_hash", &Call::shape_hash),
      optional("site", &Call::site),           optional<PassNumber>("pass", &Call::pass),
      optional("module", &Call::module),       optional("after", &Call::after),
      optional("async", &Call::async),         optional("future_taken", &Call::future_taken),
      optional("compiling", &Call::compiling), optional("gives_up_ms", &Call::times_out_ms),
  };
}

constexpr auto fields_of(Type<Wait>) {
  return List{
      required("on", &Wait::on),
      optional("call", &Wait::call),
      optional("keys", &Wait::keys),
      optional("thread", &Wait::thread),
      optional("group", &Wait::group),
      optional("gives_up_ms", &Wait::times_out_ms),
      optional("since_ns", &Wait::since_ns),
      optional<RankRuns>("holders", &Wait::holders),
      optional("doubts", &Wait::doubts),
  };
}

constexpr auto fields_of(Type<Thread>) {
  return List{
      required("id", &Thread::id),
      optional("name", &Thread::name),
      required("state", &Thread::state),
      optional("main", &Thread::main),
      optional("wait", &Thread::wait),
      optional("doing", &Thread::doing),
      optional("switches", &Thread::switches),
  };
}

constexpr auto fields_of(Type<Frame>) {
  return List{
      required("function", &Frame::function),
      required("file", &Frame::file),
      required("line", &Frame::line),
  };
}

constexpr auto fields_of(Type<RankFacts>) {
  return List{
      required("rank", &RankFacts::rank),
      optional("alive", &RankFacts::alive),
      optional("restarter", &RankFacts::restarter),
      optional("stopped", &RankFacts::stopped),
      required("events", &RankFacts::events),
      optional("incomplete", &RankFacts::incomplete),
      optional("threads", &RankFacts::threads),
      optional("groups", &RankFacts::groups),
      optional("open", &RankFacts::open),
      optional("recent", &RankFacts::recent),
      optional("keys_set", &RankFacts::keys_set),
      optional("phase", &RankFacts::phase),
      optional("sites", &RankFacts::sites),
      optional("modules", &RankFacts::modules),
      optional("keys_incomplete", &RankFacts::keys_incomplete),
      optional("handling", &RankFacts::handling),
  };
}

constexpr auto fields_of(Type<Snapshot>) {
  return List{required("ranks", &Snapshot::ranks)};
}

constexpr auto fields_of(Type<Reason>) {
  return List{
      required("rank", &Reason::rank),
      required("thread", &Reason::thread),
      required<RankRuns>("waits_for", &Reason::waits_for),
      required("why", &Reason::why),
  };
}

constexpr auto fields_of(Type<Certificate>) {
  return List{
      required("gridlock_certificate", &Certificate::version),
      required("finding", &Certificate::finding),
      usual("assumptions", &Certificate::assumptions),
      required<RankRuns>("ranks", &Certificate::ranks),
      required("calls", &Certificate::calls),
      usual("reasons", &Certificate::reasons),
      required("first", &Certificate::first),
      required("second", &Certificate::second),
  };
}

}  // namespace gridlock::facts
