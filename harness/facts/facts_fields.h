// Facts and certificates as JSON: what each field is called.
#pragma once

#include "harness/facts/certificate.h"
#include "harness/facts/facts.h"
#include "harness/facts/rank_list.h"
#include "harness/facts/words.h"
#include "harness/fields/description.h"

namespace gridlock::facts {

// Ranks as "0-3,8".
struct RankRuns {
  using Written = std::string;
  static Written write(const std::vector<int>& ranks) { return rank_list(ranks); }
  static std::vector<int> read(const Written& text) { return parse_rank_list(text); }
};

// An operation by its number: one that has no name is one too.
struct OpNumber {
  using Written = std::uint16_t;
  static Written write(trace::Op op) { return static_cast<Written>(op); }
  static trace::Op read(Written number) { return static_cast<trace::Op>(number); }
};

constexpr auto fields_of(fields::Type<Group>) {
  return fields::List{
      fields::required("name", &Group::name),
      fields::optional("description", &Group::description),
      fields::required<RankRuns>("members", &Group::members),
      fields::optional("creation", &Group::creation),
      fields::optional("backend", &Group::backend),
      fields::optional("enqueued", &Group::enqueued),
      fields::optional("connected", &Group::connected),
      fields::optional("workers", &Group::workers),
  };
}

constexpr auto fields_of(fields::Type<Call>) {
  return fields::List{
      fields::required("number", &Call::number),
      fields::optional("group", &Call::group),
      fields::required<OpNumber>("op", &Call::op),
      fields::required("seq", &Call::seq),
      fields::optional("peer", &Call::peer),
      fields::optional("tag", &Call::tag),
      fields::optional("dtype", &Call::dtype),
      fields::optional("reduce_op", &Call::reduce_op),
      fields::optional("count", &Call::count),
      fields::optional("shape_hash", &Call::shape_hash),
      fields::optional("site", &Call::site),
      fields::optional("after", &Call::after),
      fields::optional("async", &Call::async),
      fields::optional("future_taken", &Call::future_taken),
      fields::optional("compiling", &Call::compiling),
      fields::optional("gives_up_ms", &Call::gives_up_ms),
  };
}

constexpr auto fields_of(fields::Type<Wait>) {
  return fields::List{
      fields::required("on", &Wait::on),
      fields::optional("call", &Wait::call),
      fields::optional("key", &Wait::key),
      fields::optional("group", &Wait::group),
      fields::optional("gives_up_ms", &Wait::gives_up_ms),
      fields::optional("since_ns", &Wait::since_ns),
      fields::optional<RankRuns>("holders", &Wait::holders),
      fields::optional("doubts", &Wait::doubts),
  };
}

constexpr auto fields_of(fields::Type<Thread>) {
  return fields::List{
      fields::required("id", &Thread::id),
      fields::optional("name", &Thread::name),
      fields::required("state", &Thread::state),
      fields::optional("main", &Thread::main),
      fields::optional("wait", &Thread::wait),
      fields::optional("doing", &Thread::doing),
      fields::optional("switches", &Thread::switches),
  };
}

constexpr auto fields_of(fields::Type<Site>) {
  return fields::List{
      fields::required("site", &Site::site),
      fields::required("place", &Site::place),
  };
}

constexpr auto fields_of(fields::Type<RankFacts>) {
  return fields::List{
      fields::required("rank", &RankFacts::rank),
      fields::optional("alive", &RankFacts::alive),
      fields::optional("restarter", &RankFacts::restarter),
      fields::optional("stopped", &RankFacts::stopped),
      fields::required("events", &RankFacts::events),
      fields::optional("incomplete", &RankFacts::incomplete),
      fields::optional("threads", &RankFacts::threads),
      fields::optional("groups", &RankFacts::groups),
      fields::optional("open", &RankFacts::open),
      fields::optional("recent", &RankFacts::recent),
      fields::optional("keys_set", &RankFacts::keys_set),
      fields::optional("phase", &RankFacts::phase),
      fields::optional("sites", &RankFacts::sites),
  };
}

constexpr auto fields_of(fields::Type<Snapshot>) {
  return fields::List{
      fields::required("ranks", &Snapshot::ranks),
  };
}

constexpr auto fields_of(fields::Type<Reason>) {
  return fields::List{
      fields::required("rank", &Reason::rank),
      fields::required("thread", &Reason::thread),
      fields::required<RankRuns>("waits_for", &Reason::waits_for),
      fields::required("why", &Reason::why),
  };
}

constexpr auto fields_of(fields::Type<Certificate>) {
  return fields::List{
      fields::required("gridlock_certificate", &Certificate::version),
      fields::required("kind", &Certificate::kind),
      fields::required("class", &Certificate::cls),
      fields::required<RankRuns>("at_fault", &Certificate::at_fault),
      fields::usual("rule", &Certificate::rule),
      fields::usual("assumptions", &Certificate::assumptions),
      fields::required<RankRuns>("ranks", &Certificate::ranks),
      fields::required("calls", &Certificate::calls),
      fields::usual("reasons", &Certificate::reasons),
      fields::required("first", &Certificate::first),
      fields::required("second", &Certificate::second),
  };
}

}  // namespace gridlock::facts
