// Describes the JSON fields of a finding record.
#pragma once

#include <optional>

#include "harness/facts/finding_record.h"
#include "harness/fields/description.h"

namespace gridlock::facts {

// A latency, written as null if there is no proof.
struct Latency {
  using Written = std::optional<double>;
  static Written write(double ms) { return ms < 0 ? Written() : Written(ms); }
  static double read(Written ms) { return ms.value_or(-1); }
};

constexpr auto fields_of(fields::Type<FindingRecord>) {
  using fields::required;
  using fields::usual;
  return fields::OpenList{
      required("verdict", &FindingRecord::verdict,
               "deadlock | stall | compile_skew | compile_blowup | desync | timeout"),
      usual("class", &FindingRecord::verdict_class,
            "the kind of finding, finer than the verdict: \"missing rank\", …"),
      usual("ranks", &FindingRecord::ranks, "the ranks at fault"),
      usual("waiting_for", &FindingRecord::waiting_for,
            "for each rank that waits: the ranks that it waits for"),
      usual("sentence", &FindingRecord::sentence, "what happened, in one line"),
      usual("rule", &FindingRecord::rule, "why these ranks are at fault"),
      usual("signature", &FindingRecord::signature,
            "a text that is equal in all runs with the same hang"),
      usual<Latency>("latency_ms", &FindingRecord::latency_ms,
                     "milliseconds from the last event of any rank to the proof; null without a "
                     "proof"),
      usual("proved", &FindingRecord::proved,
            "whether the finding is a deadlock with a certificate"),
      usual("doubt", &FindingRecord::doubt, "why a deadlock is only likely; \"\" if it is proved"),
      usual("handling", &FindingRecord::handling,
            "for each rank that waits while it handles an exception: the exception and where it "
            "was raised"),
  };
}

}  // namespace gridlock::facts
