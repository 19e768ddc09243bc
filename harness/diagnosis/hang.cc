#include "harness/diagnosis/hang.h"

#include "harness/diagnosis/handling.h"
#include "harness/diagnosis/sentence.h"

namespace gridlock::diagnosis {

Hang hang_of(const Evidence& evidence, double latency_ms) {
  Hang hang = facts::hang_of(evidence.finding);
  hang.verdict = verdict_of(evidence);
  hang.sentence = sentence(evidence);
  hang.signature = signature(evidence);
  hang.latency_ms = hang.proved ? latency_ms : -1;
  hang.handling = handling_of(evidence);
  return hang;
}

}  // namespace gridlock::diagnosis
