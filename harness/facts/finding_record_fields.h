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
      usual("class", &FindingRecord::verdict_class, "finer than the verdict: \"missing rank\", …"),
      usual("ranks", &FindingRecord::ranks, "the ranks at fault"),
      usual("waiting_for", &FindingRecord::waiting_for, "by rank: the ranks that it needs"),
      usual("sentence", &FindingRecord::sentence, "what happened, in one line"),
      usual("rule", &FindingRecord::rule, "why these ranks are at fault"),
      usual("signature", &FindingRecord::signature, "what two runs of the same hang share"),
      usual<Latency>("latency_ms", &FindingRecord::latency_ms,
                     "from the last event of any rank to the proof; null without a proof"),
      usual("proved", &FindingRecord::proved, "a deadlock with a certificate"),
      usual("doubt", &FindingRecord::doubt,
            "why a deadlock is only likely; \"\" where it is proved"),
      usual("handling", &FindingRecord::handling,
            "by rank: the exception that it is handling while it waits, and where it was raised"),
  };
}

}  // namespace gridlock::facts
