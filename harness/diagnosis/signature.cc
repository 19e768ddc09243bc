#include "harness/diagnosis/signature.h"

#include <vector>

#include "harness/diagnosis/frame.h"
#include "harness/diagnosis/mismatch.h"
#include "harness/diagnosis/sentence.h"
#include "harness/diagnosis/waiting.h"
#include "harness/diagnosis/words.h"
#include "harness/text/class_names.h"
#include "harness/trace/operation.h"

namespace gridlock::diagnosis {
namespace {

using facts::Blocked;

std::string frame_of(const Evidence& evidence, int rank, std::int64_t thread) {
  const RankEvidence* known = find(evidence, rank);
  const ThreadStack* stack = known != nullptr ? stack_of(*known, thread) : nullptr;
  return users_function(stack != nullptr ? named_frame(stack->frames) : std::nullopt);
}

// Returns the user's function that a waiting rank is in. The function of a rank at fault is the
// last resort, because that rank may be anywhere by now.
std::string users_frame(const Evidence& evidence, const Waiting& waiting) {
  std::string text;
  if (waiting.wait != nullptr) {
    text = frame_of(evidence, waiting.wait->rank, waiting.wait->thread);
  }
  if (text.empty() && !evidence.finding.at_fault.empty()) {
    text = frame_of(evidence, evidence.finding.at_fault.front(), 0);
  }
  return text;
}

// Returns the operation of the wait. For a mismatch, returns the operations of all ranks, because
// the most frequent one varies with the number of ranks.
std::string operation(const Evidence& evidence, const Blocked& wait, bool mismatched) {
  if (mismatched) return mismatched_operations(evidence, wait);
  return wait.call.op != trace::Op::kUnknown ? trace::describe(wait.call.op) : "";
}

std::string purpose_without_number(const facts::Group& group) {
  return group.description.empty() ? "group" : purpose(group);
}

}  // namespace

std::string verdict_of(const Evidence& evidence) {
  const facts::Finding& finding = evidence.finding;
  if (finding.kind != facts::Kind::kStall) return facts::name(finding.kind);
  if (evidence.blowup && evidence.blowup->past_bound) return "compile_blowup";
  return finding.cls == facts::Class::kCompileSkew ? "compile_skew" : "stall";
}

std::string signature(const Evidence& evidence) {
  const Waiting waiting = main_wait(evidence.finding);
  std::vector<std::string> parts{verdict_of(evidence), facts::name(evidence.finding.cls)};
  const bool mismatch = is_mismatch(evidence.finding.cls);
  const Blocked* mismatched = mismatch ? mismatched_call(evidence, waiting.wait) : nullptr;
  const Blocked* wait = mismatched != nullptr ? mismatched : waiting.wait;
  if (wait != nullptr) {
    parts.push_back(operation(evidence, *wait, mismatched != nullptr));
    if (!wait->group.members.empty()) parts.push_back(purpose_without_number(wait->group));
  }
  parts.push_back(users_frame(evidence, waiting));
  return signature_of(parts);
}

std::string signature_of(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (!text.empty()) text += ':';
    text += text::without_wrappers(part);
  }
  return text;
}

}  // namespace gridlock::diagnosis
