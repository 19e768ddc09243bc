#include "harness/diagnosis/finding_record.h"

#include "harness/diagnosis/handling.h"
#include "harness/diagnosis/sentence.h"

namespace gridlock::diagnosis {

facts::FindingRecord finding_record_of(const Evidence& evidence, double latency_ms) {
  facts::FindingRecord record = facts::finding_record_of(evidence.finding);
  record.verdict = verdict_of(evidence);
  record.sentence = sentence(evidence);
  record.signature = signature(evidence);
  record.latency_ms = record.proved ? latency_ms : -1;
  record.handling = handling_of(evidence);
  return record;
}

}  // namespace gridlock::diagnosis
